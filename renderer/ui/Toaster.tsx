import { Notifications } from '@mantine/notifications'
import styles from './ui.module.css'
import { maxToasts, toastMs } from './toast.ts'

/** The place of toasts. */
export function Toaster() {
  return (
    <Notifications
      className={styles['toaster'] ?? ''}
      position="bottom-left"
      limit={maxToasts}
      autoClose={toastMs}
    />
  )
}
