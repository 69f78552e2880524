import { CloseButton } from '@mantine/core'
import { Info } from 'lucide-react'
import type { Notice } from '../../contract/calls/app.ts'
import { useDismissNotice } from '../api/app.ts'
import styles from './notices.module.css'

/** What happened without being asked for, until it has been read. */
export function Notices({ notices }: { notices: Notice[] }) {
  const dismiss = useDismissNotice()
  return notices.map(({ id, title, text }) => (
    <div key={id} className={styles['notice']} role="status">
      <Info size={16} aria-hidden />
      <p>
        <strong>{title}</strong> {text}
      </p>
      <CloseButton size="sm" aria-label={`Dismiss: ${title}`} onClick={() => dismiss.mutate(id)} />
    </div>
  ))
}
