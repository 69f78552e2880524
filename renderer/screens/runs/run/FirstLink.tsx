import { Box, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { useLinkRecord } from '../../../api/links.ts'
import { rowsQuery } from '../../../api/runRows.ts'
import { NetworkCard } from '../../../features/card/NetworkCard.tsx'
import { Differences } from '../../../features/record/Differences.tsx'
import { ChosenFields } from '../../../features/record/FieldGroups.tsx'
import { RecordState } from '../../../features/record/RecordState.tsx'
import { OpenLink } from '../../../features/record/OpenLink.tsx'
import { RecordOutcomes } from '../../../features/simulator/LinkOutcomes.tsx'
import { formFromRecord } from '../../../link/formFrom.ts'
import { runPath } from '../../../session/routes.ts'
import { useSession } from '../../../session/Session.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { formatCount } from '../../../ui/formatCount.ts'
import { MoveButton } from '../shared/MoveButton.tsx'
import { environmentFrame } from './useStart.tsx'
import { QuietText } from '../../../ui/variants.ts'
import styles from './run.module.css'

/**
 * Shows the first link and asks whether to create the others like it. A run that was reopened has earlier links, so this
 * is the one that was sent last.
 */
export function FirstLink({ run, following }: { run: Run; following: number }) {
  // Not cached: the answer from before the run was reopened is about another link.
  const sent = useQuery({ ...rowsQuery(run.id, 'lastSent'), staleTime: 0, gcTime: 0 })
  const row = sent.data?.rows[0]
  if (sent.isPending) return <Loading label="Loading the first link" />
  return (
    <section className={styles['page']} aria-label="The first link">
      <Decision run={run} following={following} outcome={row ? toOutcome(row) : 'missing'} />
      {sent.error && <ProblemView problem={sent.error.problem} retry={() => void sent.refetch()} />}
      {row?.linkId && <SentLink id={row.linkId} />}
    </section>
  )
}

/** Shows a link that was sent, or why it wasn't created. */
function SentLink({ id }: { id: string }) {
  const { data, error, isPending } = useLinkRecord(id)
  if (isPending) return <Loading label="Loading the first link" />
  const problem = error?.problem ?? data?.problem
  return (
    <>
      {problem && <ProblemView problem={problem} />}
      {data?.link && <CreatedLink record={data} />}
    </>
  )
}

type Outcome = keyof typeof questions

/** The question for each outcome of the first row. */
const questions = {
  created: 'The first link is created. Does it look right?',
  unknown: 'It is not certain whether the first link was created.',
  failed: 'The first link couldn’t be created.',
  // It was removed from the library, or can't be read.
  missing: 'The first link can’t be shown.',
} as const

function toOutcome({ state }: Pick<RunRow, 'state'>): Outcome {
  return state === 'created' || state === 'failed' ? state : 'unknown'
}

interface DecisionProps {
  run: Run
  following: number
  outcome: Outcome
}

function Decision({ run, following, outcome }: DecisionProps) {
  const [, go] = useLocation()
  const ready = run.counts.ready + following
  return (
    <Stack gap="sm" {...environmentFrame(run)}>
      <Text fz="lg" fw={600} role="status">
        {questions[outcome]}
      </Text>
      <Group gap="xs">
        <MoveButton run={run} event="resume" size="sm" data-step-action>
          {outcome === 'created' ? 'Looks right' : 'Continue anyway'}: create the other{' '}
          {ready.toLocaleString()}
        </MoveButton>
        <MoveButton
          {...{ run, event: 'reopen', size: 'sm', variant: 'default' }}
          before={() => go(runPath(run.id, 'columns'))}
        >
          Stop and change the columns
        </MoveButton>
      </Group>
      <QuietText>
        {outcome === 'created' && 'Stopping keeps this link. '}You can change what the other{' '}
        {ready === 1 ? 'row becomes' : `${formatCount(ready, 'row')} become`}.
      </QuietText>
    </Stack>
  )
}

function CreatedLink({ record }: { record: LinkRecord }) {
  const { state } = useSession()
  const profile = state.profiles.find(({ id }) => id === record.profileId)
  const form = formFromRecord(record)
  const link = record.link ?? ''
  return (
    <Stack gap="sm">
      <Group gap="4px 16px" align="baseline">
        <Text ff="monospace" fz="lg">
          {link}
        </Text>
        <RecordState record={record} />
      </Group>
      <Group gap="xs">
        <CopyButton text={link} label="Copy link" variant="default" />
        <OpenLink link={link} profileId={record.profileId} showNote />
      </Group>
      <Differences record={record} />
      <NetworkCard title={form.title} subtitle={form.subtitle} host={URL.parse(link)?.host ?? ''} />
      <Box component="h3" mt="xs">
        What happens when someone opens it
      </Box>
      <RecordOutcomes record={record} profile={profile} />
      <ChosenFields record={record} level={3} />
    </Stack>
  )
}
