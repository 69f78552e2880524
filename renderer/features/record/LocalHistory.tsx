import { Button } from '@mantine/core'
import { useState } from 'react'
import type { LocalVersion } from '../../../contract/calls/library.ts'
import { useMarkLinks } from '../../api/library.ts'
import { offerUndo, showProblem } from '../../api/offerUndo.ts'
import { useCall, useCallMutation } from '../../api/useCall.ts'
import { formatTime } from '../../ui/formatTime.ts'
import { ShowEarlier } from './ShowEarlier.tsx'
import { changeTo, describeVersion } from './describeVersion.ts'
import styles from './record.module.css'

/** Number of changes shown at first. */
const initialCount = 3

/**
 * Lists changes to a link's library-only data (notes, tags, star and archive), newest first, each with a button to
 * restore that version. Renders nothing before the first change.
 */
export function LocalHistory({ id }: { id: string }) {
  const versions = useCall('library.versions', { id }).data?.versions ?? []
  const [isExpanded, setIsExpanded] = useState(false)
  const goBackTo = useGoBack(id, versions[0])
  if (versions.length < 2) return null
  return (
    <section className={styles['group']} aria-labelledby="group-local-history">
      <h3 id="group-local-history">Changes in your library</h3>
      <ol className={styles['versions']}>
        {(isExpanded ? versions : versions.slice(0, initialCount)).map((version, index) => {
          const words = describeVersion(version, versions[index + 1])
          return (
            <li key={version.since ?? 'before'}>
              <span>
                {version.since !== null && <time dateTime={version.since}>{formatTime(version.since)}</time>}
                <span>{words}</span>
              </span>
              {index === 0 ? (
                <span className={styles['quiet']}>Now</span>
              ) : (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Restore: ${words}`}
                  onClick={() => goBackTo(version)}
                >
                  Restore
                </Button>
              )}
            </li>
          )
        })}
      </ol>
      <ShowEarlier
        count={versions.length - initialCount}
        isShown={isExpanded}
        toggle={() => setIsExpanded(!isExpanded)}
      />
    </section>
  )
}

/** Returns a function that restores an earlier version, with Undo. A restore is recorded as a change too. */
function useGoBack(id: string, now: LocalVersion | undefined) {
  const markLinks = useMarkLinks()
  const undo = useCallMutation('library.undo')
  return (version: LocalVersion) => {
    if (!now) return
    const changeId = crypto.randomUUID()
    const offer = () =>
      offerUndo({
        message:
          version.since === null
            ? 'Restored the version before these changes'
            : `Restored the version from ${formatTime(version.since)}`,
        undo: () => undo.mutateAsync({ changeId }),
      })
    // Callbacks of `mutate` are not called once the link is closed.
    const input = { which: { ids: [id] }, change: changeTo(version, now), changeId }
    void markLinks.mutateAsync(input).then(offer, showProblem)
  }
}
