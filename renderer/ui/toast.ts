import type { NotificationData } from '@mantine/notifications'

let hasShownToast = false
const firstToast = Promise.withResolvers<undefined>()

/** Resolves when the first toast is shown, which can happen before any key or click. */
export const firstToastShown = firstToast.promise

/** How long a toast stays that offers no *Undo*, in milliseconds. A hovered or focused one stays. */
export const toastMs = 8_000

/** Maximum number of toasts shown at once. */
export const maxToasts = 3

type Library = Awaited<ReturnType<typeof loadToasts>>

/** Loads the toast library. Called at the first key press or click, because toasts are rare before that. */
export const loadToasts = () => import('@mantine/notifications')

let lastAction: Promise<void> = Promise.resolve()

/** Runs actions in order. Two actions that wait for the library could otherwise finish in either order. */
function runInOrder(action: (library: Library) => void): void {
  lastAction = lastAction
    .then(loadToasts)
    .then(action)
    // If the library cannot be loaded, toasts are not available.
    .catch(() => undefined)
}

/** Shows a toast for a message without a place on the screen. Repeating an `id` shows it once. */
export function showToast(notice: NotificationData): void {
  hasShownToast = true
  firstToast.resolve(undefined)
  runInOrder((library) => {
    makeRoom(library)
    library.notifications.show(notice)
  })
}

/**
 * Hides the oldest toast that would close automatically, or else the oldest one. Otherwise the library would queue the
 * newest one, which may report a problem.
 */
function makeRoom({ notifications, notificationsStore }: Library): void {
  const shown = notificationsStore.getState().notifications
  const oldest = shown.find(({ autoClose }) => autoClose !== false) ?? shown[0]
  if (shown.length >= maxToasts && oldest?.id !== undefined) notifications.hide(oldest.id)
}

/** Replaces the toast with the same `id`. */
export function replaceToast(notice: NotificationData & { id: string }): void {
  hideToast(notice.id)
  showToast(notice)
}

export function hideToast(id: string): void {
  if (hasShownToast) runInOrder(({ notifications }) => notifications.hide(id))
}
