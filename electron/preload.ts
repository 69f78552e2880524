import { contextBridge, ipcRenderer } from 'electron'

/** The only access of the window to the desktop: one call by name, and the paths it is asked to show. */
contextBridge.exposeInMainWorld('desktop', {
  call: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke('call', name, input),
  onOpenRequest: (show: (path: string) => void): void => {
    const take = async () => {
      const path: unknown = await ipcRenderer.invoke('asked')
      if (typeof path === 'string') show(path)
    }
    ipcRenderer.on('asked', () => void take())
    // Requests from before this page could listen.
    void take()
  },
})
