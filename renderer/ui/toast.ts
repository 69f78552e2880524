import type { NotificationData } from '@mantine/notifications'

let hasShownToast = false
const firstToast = Promise.withResolvers<undefined>()

/** Settles when there is something to show, which may come from outside and before any key or click. */
export const firstToastShown = firstToast.promise

/** What shows a notice in passing. Loaded with the first key or click, since little is said before, and kept from then on. */
export const loadToasts = () => import('@mantine/notifications')

let lastAction: Promise<void> = Promise.resolve()

/** Does one thing after the other: two that wait for the library at once could come out of it in either order. */
function runInOrder(act: (library: Awaited<ReturnType<typeof loadToasts>>['notifications']) => void): void {
  lastAction = lastAction
    .then(loadToasts)
    .then(({ notifications }) => act(notifications))
    // Where the library cannot be loaded any more, nothing can be said in passing, now or later.
    .catch(() => undefined)
}

/** Says something in passing, where no place on the screen is its own. The same `id` again shows it once. */
export function showToast(notice: NotificationData): void {
  hasShownToast = true
  firstToast.resolve(undefined)
  runInOrder((notifications) => notifications.show(notice))
}

/** Says it in the place of what was said under the same `id`. */
export function replaceToast(notice: NotificationData & { id: string }): void {
  hideToast(notice.id)
  showToast(notice)
}

export function hideToast(id: string): void {
  if (hasShownToast) runInOrder((notifications) => notifications.hide(id))
}
