import type { NotificationData } from '@mantine/notifications'

/** What shows a notice in passing. Loaded with the first key or click, since nothing is said before, and kept from then on. */
export const loadToasts = () => import('@mantine/notifications')

/** Says something in passing, where no place on the screen is its own. The same `id` again shows it once. */
export function showToast(notice: NotificationData): void {
  void loadToasts().then(({ notifications }) => notifications.show(notice))
}

export function hideToast(id: string): void {
  void loadToasts().then(({ notifications }) => notifications.hide(id))
}
