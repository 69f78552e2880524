import { notifications, notificationsStore, type NotificationData } from '@mantine/notifications'

/** How long a toast stays that offers no *Undo*, in milliseconds. A hovered or focused one stays. */
export const toastMs = 8_000

/** Maximum number of toasts shown at once. */
export const maxToasts = 3

/** Shows a toast for a message without a place on the screen. Repeating an `id` shows it once. */
export function showToast(notice: NotificationData): void {
  makeRoom()
  notifications.show(notice)
}

/**
 * Hides the oldest toast that would close automatically, or else the oldest one. Otherwise the library would queue the
 * newest one, which may report a problem.
 */
function makeRoom(): void {
  const shown = notificationsStore.getState().notifications
  const oldest = shown.find(({ autoClose }) => autoClose !== false) ?? shown[0]
  if (shown.length >= maxToasts && oldest?.id !== undefined) notifications.hide(oldest.id)
}

export function hideToast(id: string): void {
  notifications.hide(id)
}
