import { Button, CloseButton } from '@mantine/core'
import { Info } from 'lucide-react'
import type { Notice } from '../../contract/calls/app.ts'
import type { Backup } from '../../contract/calls/library.ts'
import { useDismissNotice, useRestoreBackup } from '../api/app.ts'
import { sayProblem } from '../ui/problem/sayProblem.tsx'
import { when } from '../ui/when.ts'
import styles from './notices.module.css'

/** What happened without being asked for, until it has been read. */
export function Notices({ notices }: { notices: Notice[] }) {
  const dismiss = useDismissNotice()
  return notices.map(({ id, title, text, backup }) => (
    <div key={id} className={styles['notice']} role="status">
      <Info size={16} aria-hidden />
      <p>
        <strong>{title}</strong> {text}
      </p>
      {backup && <Restore backup={backup} done={() => dismiss.mutate(id)} />}
      <CloseButton size="sm" aria-label={`Dismiss: ${title}`} onClick={() => dismiss.mutate(id)} />
    </div>
  ))
}

/** Adds the links of a backup to those that are there. */
function Restore({ backup: { name, madeAt, links }, done }: { backup: Backup; done: () => void }) {
  const restore = useRestoreBackup()
  const begin = () => restore.mutate(name, { onSuccess: done, onError: ({ problem }) => sayProblem(problem) })
  const what = `${links} ${links === 1 ? 'link' : 'links'}`
  return (
    <Button size="compact-sm" variant="default" loading={restore.isPending} onClick={begin}>
      Restore {what} of {when(madeAt)}
    </Button>
  )
}
