import { Button } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { cancelKeyWait, useKeyStoreWait } from '../api/keyWait.ts'
import styles from './shell.module.css'

/**
 * Shows that the system's key store is blocking the app, with a button to cancel, because its prompt may be hidden or
 * gone.
 */
export function KeyStoreWait() {
  const name = useKeyStoreWait()
  if (name === null) return null
  return (
    <div className={styles['wait']} role="alert">
      <KeyRound size={17} aria-hidden />
      <p>
        <strong>Waiting for {name}</strong>
        It may be asking for a password in another window.
      </p>
      <Button size="xs" variant="default" onClick={cancelKeyWait}>
        Stop waiting
      </Button>
    </div>
  )
}
