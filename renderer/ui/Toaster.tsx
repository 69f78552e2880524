import { Notifications } from '@mantine/notifications'
import styles from './ui.module.css'
import { maxToasts, toastMs } from './toast.ts'

/** Maximum height of a toast, in pixels. The library's own would cut off the buttons below a long text. */
const maxHeight = 400

/** The place of toasts. */
export function Toaster() {
  return (
    <Notifications
      className={styles['toaster'] ?? ''}
      position="bottom-left"
      limit={maxToasts}
      autoClose={toastMs}
      notificationMaxHeight={maxHeight}
    />
  )
}
