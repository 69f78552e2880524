import { Button } from '@mantine/core'
import { Loading } from '../../ui/Loading.tsx'
import styles from './visits.module.css'

interface VisitsWaitProps {
  /** The query that has no answer yet. */
  visits: { fetchStatus: string; cancel: () => void; refetch: () => Promise<unknown> }
}

/** Shows that visits are loading. A service may take a long time, so the user can cancel and retry. */
export function VisitsWait({ visits: { fetchStatus, cancel, refetch } }: VisitsWaitProps) {
  if (fetchStatus !== 'idle') return <Loading label="Loading the visits" cancel={cancel} />
  return (
    <p className={styles['quiet']} role="status">
      Loading was cancelled.{' '}
      <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
        Try again
      </Button>
    </p>
  )
}
