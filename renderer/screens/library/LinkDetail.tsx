import { Button, Flex, Group, Stack, Text } from '@mantine/core'
import { CopyPlus, PanelRight } from 'lucide-react'
import { useLocation } from 'wouter'
import { getCreatedAt } from '../../../contract/app/link/createdAt.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { useCheckLink, type CheckingLink } from '../../api/checks.ts'
import { cancelRequest, useSettleLink } from '../../api/links.ts'
import { LinkHistory } from '../../features/change/LinkHistory.tsx'
import { CheckResultText, CheckAgain } from '../../features/record/CheckAgain.tsx'
import { QrThumb } from '../../features/qr/QrThumb.tsx'
import { Damaged } from '../../features/record/Damaged.tsx'
import { Differences } from '../../features/record/Differences.tsx'
import { ChosenFields, FieldGroups } from '../../features/record/FieldGroups.tsx'
import { Lineage } from '../../features/record/Lineage.tsx'
import { OpenLink } from '../../features/record/OpenLink.tsx'
import { RawResponse } from '../../features/record/RawResponse.tsx'
import { RemoveLink } from '../../features/record/RemoveLink.tsx'
import { ServiceSide } from '../../features/record/ServiceSide.tsx'
import { RecordState } from '../../features/record/RecordState.tsx'
import { RecordAppOpening } from '../../features/simulator/AppOpening.tsx'
import { isOff } from '../../link/activeState.ts'
import { formFromRecord, isKnown } from '../../link/formFrom.ts'
import { groupFields } from '../../link/groups.ts'
import { useStartCopy } from '../../link/useStartCopy.ts'
import { linkPath } from '../../session/routes.ts'
import { useSession } from '../../session/Session.tsx'
import { StateBadge } from '../../ui/Badge.tsx'
import { Code } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { formatTime } from '../../ui/formatTime.ts'
import { DestinationPart, MainParts } from './DetailParts.tsx'
import styles from './library.module.css'
import { showProblem } from '../../api/offerUndo.ts'

interface LinkDetailProps {
  record: LinkRecord
  /** Called when the link was removed. */
  close: () => void
}

/**
 * Shows everything known about one link: the link, its destination, visits and tags first; the JSON of request and
 * answer last.
 */
export function LinkDetail({ record, close }: LinkDetailProps) {
  const { link, request, stored, answer } = record
  const { state } = useSession()
  const checking = useCheckLink()
  const profile = state.profiles.find(({ id }) => id === record.profileId)
  return (
    <Stack className={styles['detail'] ?? ''} gap="md">
      <LinkHead record={record} />
      <Actions record={record} checking={checking} close={close} />
      {record.state === 'reference' && (
        <Text c="dimmed">
          Made by another service and kept for reference. It’s never looked up. Its values come from the
          imported file.
        </Text>
      )}
      <CheckResultText record={record} checking={checking} />
      <Damaged record={record} />
      {record.problem && <ProblemView problem={record.problem} />}
      {record.state === 'created' && <Differences record={record} />}
      <MainParts record={record} profile={profile} />
      <RecordAppOpening record={record} profile={profile} level={3} />
      <LinkHistory key={`history ${record.id}`} record={record} profile={profile} level={3} />
      <Origin record={record} />
      <Lineage record={record} />
      {stored ? (
        <FieldGroups groups={groupFields(stored)} data={stored.data} level={3} />
      ) : (
        <ChosenFields record={record} level={3} />
      )}
      {profile && link !== null && <ServiceSide profile={profile} />}
      {request && record.state !== 'reference' && (
        <Fold title="Your request as JSON">
          <Code text={JSON.stringify(request, null, 2)} label="Request" tall />
        </Fold>
      )}
      {answer !== null && <RawResponse text={answer} />}
    </Stack>
  )
}

/** Shows the link, where it goes, and its QR code. */
function LinkHead({ record }: { record: LinkRecord }) {
  const { link, profileId } = record
  return (
    <Group wrap="nowrap" align="flex-start" gap="md">
      <Stack gap="xs" flex={1} miw={0}>
        {link !== null && (
          <Flex wrap="wrap" gap="4px 16px" align="baseline">
            <Text ff="monospace" fz={15} style={{ overflowWrap: 'anywhere' }}>
              <LongText text={link} />
            </Text>
            <RecordState record={record} />
          </Flex>
        )}
        <DestinationPart record={record} />
      </Stack>
      {link !== null && <QrThumb link={link} profileId={profileId} />}
    </Group>
  )
}

/** Shows the link's state, who made it and when. One created elsewhere also says when it was added here. */
function Origin({ record }: { record: LinkRecord }) {
  const { state, checkedAt, lastCheck, author, changedBy, added } = record
  const created = getCreatedAt(record)
  const isCreated = state === 'created' || state === 'reference'
  return (
    <FieldList
      rows={[
        { name: 'State', value: <StateBadge state={state} check={lastCheck} /> },
        ...(author ? [{ name: 'Made by', value: author }] : []),
        ...(changedBy ? [{ name: 'Last changed by', value: changedBy }] : []),
        ...(created === null ? [] : [{ name: isCreated ? 'Created' : 'Sent', value: formatTime(created) }]),
        ...(added ? [{ name: 'Added', value: formatTime(record.createdAt) }] : []),
        ...(state === 'reference'
          ? []
          : [{ name: 'Last checked', value: checkedAt ? formatTime(checkedAt) : 'Never' }]),
      ]}
    />
  )
}

function Actions({ record, checking, close }: LinkDetailProps & { checking: CheckingLink }) {
  const startCopy = useStartCopy()
  const [, go] = useLocation()
  const { link, profileId } = record
  return (
    <Group gap={6}>
      {link !== null && (
        <CopyButton text={link} label="Copy link" variant={isOff(record) ? 'default' : 'filled'} />
      )}
      {link !== null && <OpenLink link={link} profileId={profileId} />}
      <CheckAgain record={record} checking={checking} />
      {isKnown(record) && (
        <IconButton
          variant="default"
          size={36}
          icon={CopyPlus}
          label="Duplicate"
          onClick={() => startCopy(record, formFromRecord(record))}
        />
      )}
      {record.state === 'created' && (
        <IconButton
          variant="default"
          size={36}
          icon={PanelRight}
          label="Open full page"
          onClick={() => go(linkPath(record.id))}
        />
      )}
      <RemoveLink id={record.id} removed={close} />
      {record.state === 'unknown' && <SettleButton id={record.id} />}
    </Group>
  )
}

/** Asks the service for the outcome of an uncertain create, if that can't create a second link. */
function SettleButton({ id }: { id: string }) {
  const settle = useSettleLink()
  const checkAgain = () => settle.mutate({ id }, { onError: showProblem })
  return (
    <>
      <Button loading={settle.isPending} onClick={checkAgain}>
        Check again
      </Button>
      {settle.isPending && <Elapsed cancel={() => cancelRequest(id)} />}
    </>
  )
}
