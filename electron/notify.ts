import { BrowserWindow, Notification } from 'electron'
import type { SystemNotification } from '../contract/app/jobs/endedJob.ts'

/** Referenced until they are gone, because one that is garbage-collected ignores clicks. */
const shown = new Set<Notification>()

/** Returns a function that shows a system notification unless the window is in front. Choosing it opens its path. */
export function createNotify(open: (path: string) => void): (notification: SystemNotification) => void {
  return ({ title, text, path }) => {
    if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return
    const notification = new Notification({ title, body: text })
    const forget = () => void shown.delete(notification)
    notification.on('click', () => {
      forget()
      open(path)
    })
    notification.on('close', forget)
    notification.on('failed', forget)
    shown.add(notification)
    notification.show()
  }
}
