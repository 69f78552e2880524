import { Button, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { HistoryEntry } from '../../../contract/linkChanges.ts'
import { patchBackBefore } from '../../../contract/linkPatch.ts'
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
import { useAskedChange } from './useAskedChange.tsx'
import { LaterPart } from '../../session/ErrorBoundary.tsx'
import styles from './change.module.css'

const ChangeDialog = lazy(() => import('./many/ChangeDialog.tsx'))

/** Number of changes shown at first. */
const initialCount = 3

type Place = Omit<CallInput<'changes.history'>, 'before'>

interface ServiceHistoryProps {
  record: LinkRecord
  profile: SavedProfile | undefined
  level: 2 | 3
}

/**
 * Shows how a link was changed at its service, newest first, each with a button that restores it. Shows nothing before
 * the first change.
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
  const { ask, question } = useAskedChange(record)
  const entries = entriesOf(data?.pages)
  const goBack = (patch: LinkPatch, when: string) =>
    ask({
      title: `Go back to ${when}`,
      patch,
      done: `Went back to ${when}`,
      seen: fieldsInHistory(entries),
    })
  const [whole, setWhole] = useState(false)
  const Heading = `h${level}` as const
  const retry = () => void (isFetchNextPageError ? fetchNextPage() : refetch())
  const failure = error && (
    <ProblemView problem={error.problem} outcome="How the link was changed isn’t known." retry={retry} />
  )
  if (failure && !data) return failure
  if (entries.length === 0) return null
  const shown = whole ? entries : entries.slice(0, initialCount)
  return (
    <section className={styles['history']} aria-labelledby="service-history">
      <Heading id="service-history">Changes at the service</Heading>
      <AsItWas record={record} />
      <ol>
        {shown.map((entry, index) => (
          <li key={entry.at}>
            <Entry entry={entry} />
            {index === 0 ? (
              <span>Now</span>
            ) : (
              <BackButton
                when={formatTime(entry.at)}
                act={() => goBack(patchBackBefore(entries.slice(0, index)), formatTime(entry.at))}
              />
            )}
          </li>
        ))}
        {shown.length === entries.length && !hasNextPage && (
          <li>
            <span>Before these changes</span>
            <BackButton
              when="before these changes"
              act={() => goBack(patchBackBefore(entries), 'before these changes')}
            />
          </li>
        )}
      </ol>
      {failure}
      {question}
      {(entries.length > initialCount || hasNextPage) && (
        <MoreButton
          {...{ whole, hasNextPage }}
          press={() => (whole && hasNextPage ? void fetchNextPage() : setWhole(!whole))}
        />
      )}
    </section>
  )
}

/** Takes the link back to how it was at a time, after a dry run. */
function AsItWas({ record: { id, profileId, environment } }: { record: LinkRecord }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        className={styles['start'] ?? ''}
        size="compact-xs"
        variant="default"
        onClick={() => setOpened(true)}
      >
        As it was…
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

function entriesOf(pages: readonly Page[] = []): HistoryEntry[] {
  return pages.flatMap((page) => page?.history ?? [])
}

function useServiceHistory(place: Place) {
  return useInfiniteQuery({
    // Not the key of the call alone: that holds one page, which other parts of the window read.
    queryKey: ['changes.history', place, 'pages'],
    queryFn: ({ pageParam }) => readPage(place, pageParam),
    initialPageParam: noPage,
    getNextPageParam: (page) => page?.next ?? null,
    staleTime: 0,
  })
}

function readPage(place: Place, before: string | null) {
  return unwrapResult(call('changes.history', { ...place, ...(before !== null && { before }) }))
}

interface MoreButtonProps {
  whole: boolean
  hasNextPage: boolean
  press: () => void
}

function MoreButton({ whole, hasNextPage, press }: MoreButtonProps) {
  const label = hasNextPage ? 'Show even earlier' : 'Show fewer'
  return (
    <UnstyledButton className={styles['more'] ?? ''} aria-expanded={whole} onClick={press}>
      {whole ? label : 'Show earlier'}
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

function BackButton({ when, act }: { when: string; act: () => void }) {
  return (
    <Button size="compact-xs" variant="default" aria-label={`Go back to this: ${when}`} onClick={act}>
      Go back to this
    </Button>
  )
}
