import type { NotificationData } from '@mantine/notifications'

/** What shows a notice in passing. Loaded with the first key or click, since nothing is said before, and kept from then on. */
export const loadPassing = () => import('@mantine/notifications')

/** Says something in passing, where no place on the screen is its own. The same `id` again shows it once. */
export function sayInPassing(notice: NotificationData): void {
  void loadPassing().then(({ notifications }) => notifications.show(notice))
}

export function unsay(id: string): void {
  void loadPassing().then(({ notifications }) => notifications.hide(id))
}
