import type { NotificationData } from '@mantine/notifications'

const said = Promise.withResolvers<undefined>()

/** Settles when there is something to show, which may come from outside and before any key or click. */
export const somethingSaid = said.promise

/** What shows a notice in passing. Loaded with the first key or click, since little is said before, and kept from then on. */
export const loadToasts = () => import('@mantine/notifications')

/** Says something in passing, where no place on the screen is its own. The same `id` again shows it once. */
export function showToast(notice: NotificationData): void {
  said.resolve(undefined)
  void loadToasts().then(({ notifications }) => notifications.show(notice))
}

/** Says it in the place of what was said under the same `id`. */
export function replaceToast(notice: NotificationData & { id: string }): void {
  said.resolve(undefined)
  void loadToasts().then(({ notifications }) => {
    notifications.hide(notice.id)
    notifications.show(notice)
  })
}

export function hideToast(id: string): void {
  void loadToasts().then(({ notifications }) => notifications.hide(id))
}
