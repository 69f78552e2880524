import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { useEffect } from 'react'
import { useAppState } from '../api/app.ts'
import { call } from '../api/call.ts'
import { hostState } from '../api/hostState.ts'
import { sendUnsavedDrafts } from '../api/unsavedDrafts.ts'
import styles from './shell.module.css'

const retryIntervalMs = 2_000

const texts = {
  gone: {
    title: 'The app isn’t responding',
    advice: 'Start Linkwright again. What you type stays in this window and is saved once the app is back.',
  },
  restarted: {
    title: 'Linkwright was restarted',
    advice: 'To save what you typed, open its new address in this tab.',
  },
}

/** Shows that the app is unreachable, retries, and then sends the unsaved drafts. */
export function HostUnavailable() {
  const host = hostState.use()
  const client = useQueryClient()
  const hasState = useAppState().data !== undefined
  useEffect(() => {
    if (host === 'answering') return
    const timer = setInterval(() => void call('app.state', {}), retryIntervalMs)
    return () => {
      clearInterval(timer)
      void sendUnsavedDrafts().then(() => client.invalidateQueries())
    }
  }, [host, client])
  // Before the first answer, the whole window shows the error instead.
  if (host === 'answering' || !hasState) return null
  return (
    <Group
      className={styles['gone'] ?? ''}
      gap={10}
      wrap="nowrap"
      flex="none"
      px={20}
      py={9}
      bg="var(--bad-ground)"
      style={{ borderBottom: '1px solid var(--bad-line)' }}
      role="alert"
    >
      <Unplug size={17} color="var(--bad-text)" />
      <p>
        <strong>{texts[host].title}</strong> {texts[host].advice}
      </p>
    </Group>
  )
}
