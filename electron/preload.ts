import { contextBridge, ipcRenderer } from 'electron'

/**
 * All that the window gets of the desktop: one call by name, and the paths that it is asked to show. Everything else stays
 * on this side.
 */
contextBridge.exposeInMainWorld('desktop', {
  call: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke('call', name, input),
  onOpenRequest: (show: (path: string) => void): void => {
    const take = async () => {
      const path: unknown = await ipcRenderer.invoke('asked')
      if (typeof path === 'string') show(path)
    }
    ipcRenderer.on('asked', () => void take())
    // What was asked before this page could hear it.
    void take()
  },
})
