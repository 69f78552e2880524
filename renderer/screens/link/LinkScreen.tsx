import { Box, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Redirect, useLocation, useParams } from 'wouter'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { isOff } from '../../link/activeState.ts'
import { isKnown } from '../../link/formFrom.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { LinkHistory } from '../../features/change/LinkHistory.tsx'
import { LinkChanges } from '../../features/change/LinkChanges.tsx'
import { CheckAgain, CheckResultText } from '../../features/record/CheckAgain.tsx'
import { Damaged } from '../../features/record/Damaged.tsx'
import { Differences } from '../../features/record/Differences.tsx'
import { ChosenFields } from '../../features/record/FieldGroups.tsx'
import { Lineage } from '../../features/record/Lineage.tsx'
import { LinkProblem } from '../../features/record/LinkProblem.tsx'
import { RecordPlace } from '../../features/record/RecordPlace.tsx'
import { RecordState } from '../../features/record/RecordState.tsx'
import { RemoveLink } from '../../features/record/RemoveLink.tsx'
import { OpenLink } from '../../features/record/OpenLink.tsx'
import { ServiceSide } from '../../features/record/ServiceSide.tsx'
import { readEndTime } from '../../../contract/app/link/change/linkPatch.ts'
import { isLocalOnly } from '../../link/reach.ts'
import { Visits } from '../../features/visits/Visits.tsx'
import { linkTitle } from '../../features/record/linkTitle.ts'
import { QrButton } from '../../features/qr/QrButton.tsx'
import { useCheckLink, type CheckingLink } from '../../api/checks.ts'
import { useRefetchAtEnd } from '../../api/linkEnds.ts'
import { useLinkRecord } from '../../api/links.ts'
import { navigate } from '../../session/hashLocation.ts'
import { useSession } from '../../session/Session.tsx'
import { linkIdAt } from '../../session/routes.ts'
import { RecordAppOpening } from '../../features/simulator/AppOpening.tsx'
import { RecordOutcomes } from '../../features/simulator/LinkOutcomes.tsx'
import { LocalOnlyLine } from './LocalOnlyLine.tsx'
import { AutoCopy } from './AutoCopy.tsx'
import { NextSteps } from './NextSteps.tsx'

/** Shows the link, what was stored, and the next steps, right after creation and later. */
export default function LinkScreen() {
  const { id } = useParams<{ id: string }>()
  const record = useLinkRecord(id)
  const stored = record.data?.stored
  useRefetchAtEnd(stored ? readEndTime(stored) : null)
  if (record.isPending) return <Loading label="Loading the link" />
  const failure = record.error && (
    <Box px="var(--gutter)" py="xl">
      <LinkProblem problem={record.error.problem} retry={() => void record.refetch()} />
    </Box>
  )
  if (!record.data) return failure
  // It may not have been created; its page in Links shows what is known.
  if (record.data.link === null) return <Redirect to={`/links/${id}`} replace />
  return (
    <>
      {failure}
      <Created key={id} record={record.data} />
    </>
  )
}

function Created({ record }: { record: LinkRecord }) {
  const [path] = useLocation()
  const isNew = linkIdAt(path) === ''
  const link = record.link ?? ''
  const checking = useCheckLink()
  const { state } = useSession()
  const profile = state.profiles.find(({ id }) => id === record.profileId)
  return (
    <Stack gap={20} maw={1280} px="var(--gutter)" pt="xl" pb={40}>
      <Hero record={record} isNew={isNew} checking={checking} />
      <CheckResultText record={record} checking={checking} />
      {isNew && isLocalOnly(link) && <LocalOnlyLine id={record.id} profile={profile} />}
      <Damaged record={record} />
      <Lineage record={record} />
      <Differences record={record} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={32} verticalSpacing={20}>
        <Stack gap={20}>
          <NextSteps record={record} />
          <LinkChanges record={record} profile={profile} level={2} />
          <ChosenFields record={record} level={2} />
          {profile && <ServiceSide profile={profile} />}
        </Stack>
        <Stack gap={20}>
          {isKnown(record) && (
            <Stack component="section" gap="xs" aria-labelledby="created-outcomes">
              <h2 id="created-outcomes">What happens</h2>
              <RecordOutcomes record={record} profile={profile} />
            </Stack>
          )}
          <RecordAppOpening record={record} profile={profile} level={2} />
          <Stack component="section" gap="xs" aria-labelledby="link-visits">
            <h2 id="link-visits">Visits</h2>
            <Visits id={record.id} title={linkTitle(record)} />
          </Stack>
          <LinkHistory record={record} profile={profile} level={2} />
        </Stack>
      </SimpleGrid>
    </Stack>
  )
}

interface HeroProps {
  record: LinkRecord
  isNew: boolean
  checking: CheckingLink
}

/** Shows the link itself, and what can be done with it. */
function Hero({ record, isNew, checking }: HeroProps) {
  const link = record.link ?? ''
  return (
    <Stack
      component="section"
      gap={14}
      aria-label={isNew ? 'The new link' : 'The link'}
      data-environment={record.environment}
    >
      <RecordPlace record={record}>
        {isNew && (
          <Text span inherit truncate flex={1}>
            · {linkTitle(record)}
          </Text>
        )}
      </RecordPlace>
      <Group gap="4px 16px" align="baseline">
        <Text
          ff="monospace"
          fz={22}
          fw={500}
          lh={1.35}
          lts="-0.01em"
          miw={0}
          style={{ overflowWrap: 'anywhere' }}
        >
          <LongText text={link} />
        </Text>
        <RecordState record={record} />
      </Group>
      <Group gap="xs">
        <CopyButton text={link} label="Copy link" variant={isOff(record) ? 'default' : 'filled'} />
        <QrButton link={link} profileId={record.profileId} />
        {!isNew && <CheckAgain record={record} checking={checking} />}
        <RemoveLink id={record.id} removed={() => navigate('/links')} />
        <OpenLink link={link} profileId={record.profileId} showNote />
      </Group>
      {isNew && <AutoCopy record={record} />}
    </Stack>
  )
}
