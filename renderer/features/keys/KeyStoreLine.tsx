import { KeyRound, ShieldAlert } from 'lucide-react'
import type { KeyStoreState } from '../../../contract/app/profile/keyStore.ts'
import { storeReasons } from './storeReasons.ts'
import { IconLine } from '../../ui/IconLine.tsx'

/** Names the exact place where a key will be stored, instead of just "stored securely". */
export function KeyStoreLine({ keyStore: { kind, name, reason } }: { keyStore: KeyStoreState }) {
  const isMemory = kind === 'memory'
  if (!isMemory && !reason) {
    return (
      <IconLine icon={KeyRound} size={14} c="dimmed" fz="xs">
        Kept in {name}, never in a file.
      </IconLine>
    )
  }
  return (
    <IconLine icon={ShieldAlert} size={14} c="var(--warn-text)" fz="xs">
      {isMemory
        ? 'Kept only until you close the app: this computer’s key store can’t be used.'
        : `Will be kept in ${name}.`}
      {reason && ` ${storeReasons[reason].title}.`}
      {reason && !isMemory && ` ${storeReasons[reason].advice}`}
    </IconLine>
  )
}
