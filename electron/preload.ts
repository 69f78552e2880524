import { contextBridge, ipcRenderer } from 'electron'

/** All that the window gets of the desktop: one call by name. Everything else stays on this side. */
contextBridge.exposeInMainWorld('desktop', {
  call: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke('call', name, input),
})
