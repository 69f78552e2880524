import { KeyRound, ShieldAlert } from 'lucide-react'
import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import { storeReasons } from './storeReasons.ts'
import styles from './keys.module.css'

/** Names the exact place where a key will be stored, instead of just "stored securely". */
export function KeyStoreLine({ keyStore }: { keyStore: KeyStoreState }) {
  const { kind, name, reason } = keyStore
  if (kind === 'memory') {
    return (
      <Warning>
        Kept only until you close the app: this computer’s key store can’t be used
        {reason ? `, because ${storeReasons[reason].because}` : ''}.
      </Warning>
    )
  }
  if (reason) {
    return (
      <Warning>
        Will be kept in {name}. {storeReasons[reason].title}: {storeReasons[reason].advice}
      </Warning>
    )
  }
  return (
    <p className={styles['line']}>
      <KeyRound size={14} aria-hidden /> Kept in {name}, never in a file.
    </p>
  )
}

function Warning({ children }: { children: React.ReactNode }) {
  return (
    <p className={styles['line']} data-tone="warn">
      <ShieldAlert size={14} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
