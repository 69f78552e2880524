import { Button, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { HistoryEntry } from '../../../contract/linkChanges.ts'
import { revertChanges } from '../../../contract/linkPatch.ts'
import type { LinkPatch } from '../../../contract/linkPatch.ts'
import type { CallInput } from '../../../contract/calls.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { call } from '../../api/call.ts'
import { unwrapResult } from '../../api/problemError.ts'
import { fieldName } from '../../link/fieldNames.ts'
import { formatTime } from '../../ui/formatTime.ts'
import { shorten } from '../../ui/shorten.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { isChangeable } from './isChangeable.ts'
import { fieldsInHistory, valueText } from './patches.ts'
import { useConfirmedChange } from './useConfirmedChange.tsx'
import { LaterPart } from '../../session/ErrorBoundary.tsx'
import styles from './change.module.css'

const ChangeDialog = lazy(() => import('./many/ChangeDialog.tsx'))

/** Number of changes shown at first. */
const initialCount = 3

type LinkKey = Omit<CallInput<'changes.history'>, 'before'>

interface ServiceHistoryProps {
  record: LinkRecord
  profile: SavedProfile | undefined
  level: 2 | 3
}

/**
 * Lists the changes of a link on its service, newest first, each with a button to restore that version. Renders nothing
 * before the first change.
 */
export function ServiceHistory({ record, profile, level }: ServiceHistoryProps) {
  if (!profile || !isChangeable(record, profile)) return null
  return <History record={record} level={level} />
}

function History({ record, level }: Omit<ServiceHistoryProps, 'profile'>) {
  const { profileId, environment, path } = record
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchNextPageError } = useServiceHistory({
    ...{ profileId, environment },
    path: path ?? '',
  })
  const { ask, question } = useConfirmedChange(record)
  const entries = listEntries(data?.pages)
  const restore = (patch: LinkPatch, when: string) =>
    ask({
      title: `Restore the version ${when}`,
      patch,
      done: `Restored the version ${when}`,
      seen: fieldsInHistory(entries),
    })
  const [isExpanded, setExpanded] = useState(false)
  const Heading = `h${level}` as const
  const retry = () => void (isFetchNextPageError ? fetchNextPage() : refetch())
  const failure = error && (
    <ProblemView problem={error.problem} outcome="The change history couldn’t be loaded." retry={retry} />
  )
  if (failure && !data) return failure
  if (entries.length === 0) return null
  const shown = isExpanded ? entries : entries.slice(0, initialCount)
  return (
    <section className={styles['history']} aria-labelledby="service-history">
      <Heading id="service-history">Change history</Heading>
      <RestoreEarlierState record={record} />
      <ol>
        {shown.map((entry, index) => (
          <li key={entry.at}>
            <Entry entry={entry} />
            {index === 0 ? (
              <span>Now</span>
            ) : (
              <RestoreButton
                when={`from ${formatTime(entry.at)}`}
                restore={() =>
                  restore(revertChanges(entries.slice(0, index)), `from ${formatTime(entry.at)}`)
                }
              />
            )}
          </li>
        ))}
        {shown.length === entries.length && !hasNextPage && (
          <li>
            <span>Before these changes</span>
            <RestoreButton
              when="before these changes"
              restore={() => restore(revertChanges(entries), 'before these changes')}
            />
          </li>
        )}
      </ol>
      {failure}
      {question}
      {(entries.length > initialCount || hasNextPage) && (
        <MoreButton
          {...{ isExpanded, hasNextPage }}
          press={() => (isExpanded && hasNextPage ? void fetchNextPage() : setExpanded(!isExpanded))}
        />
      )}
    </section>
  )
}

/** Opens a dialog that restores the link to its state at a given time, after a dry run. */
function RestoreEarlierState({ record: { id, profileId, environment } }: { record: LinkRecord }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        className={styles['start'] ?? ''}
        size="compact-xs"
        variant="default"
        onClick={() => setOpened(true)}
      >
        Restore an earlier state…
      </Button>
      <LaterPart>
        {opened && (
          <ChangeDialog
            links={{ which: { ids: [id] }, count: '1 link', profileId, environment }}
            initial="time"
            close={() => setOpened(false)}
          />
        )}
      </LaterPart>
    </>
  )
}

const noPage: string | null = null

type Page = Awaited<ReturnType<typeof readPage>>

function listEntries(pages: readonly Page[] = []): HistoryEntry[] {
  return pages.flatMap((page) => page?.history ?? [])
}

function useServiceHistory(link: LinkKey) {
  return useInfiniteQuery({
    // A key of its own: under the call's key, other parts of the window cache a single page.
    queryKey: ['changes.history', link, 'pages'],
    queryFn: ({ pageParam }) => readPage(link, pageParam),
    initialPageParam: noPage,
    getNextPageParam: (page) => page?.next ?? null,
    staleTime: 0,
  })
}

function readPage(link: LinkKey, before: string | null) {
  return unwrapResult(call('changes.history', { ...link, ...(before !== null && { before }) }))
}

interface MoreButtonProps {
  isExpanded: boolean
  hasNextPage: boolean
  press: () => void
}

function MoreButton({ isExpanded, hasNextPage, press }: MoreButtonProps) {
  const label = hasNextPage ? 'Load earlier changes' : 'Show fewer'
  return (
    <UnstyledButton className={styles['more'] ?? ''} aria-expanded={isExpanded} onClick={press}>
      {isExpanded ? label : 'Show earlier changes'}
    </UnstyledButton>
  )
}

function Entry({ entry: { at, by, fields } }: { entry: HistoryEntry }) {
  return (
    <span>
      <time dateTime={at}>{formatTime(at)}</time>
      <span>{by === null ? 'by the operator' : `with the key “${shorten(by, 40)}”`}</span>
      {Object.entries(fields).map(([name, { from, to }]) => (
        <span key={name}>
          {fieldName(name)}: {shorten(valueText(name, from) || 'nothing', 80)} →{' '}
          {shorten(valueText(name, to) || 'nothing', 80)}
        </span>
      ))}
    </span>
  )
}

function RestoreButton({ when, restore }: { when: string; restore: () => void }) {
  return (
    <Button size="compact-xs" variant="default" aria-label={`Restore the version ${when}`} onClick={restore}>
      Restore
    </Button>
  )
}
