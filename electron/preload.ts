import { contextBridge, ipcRenderer } from 'electron'

/** The window's only access to the desktop: one function for calls by name, and the paths that it should show. */
contextBridge.exposeInMainWorld('desktop', {
  call: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke('call', name, input),
  onOpenRequest: (show: (path: string) => void): void => {
    const take = async () => {
      const path: unknown = await ipcRenderer.invoke('open-request')
      if (typeof path === 'string') show(path)
    }
    ipcRenderer.on('open-request', () => void take())
    // Requests made before this page could listen.
    void take()
  },
})
