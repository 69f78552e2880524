import { Drawer, Group, Stack } from '@mantine/core'
import type { ActivityDetail } from '../../../contract/app/calls/app/activity.ts'
import { useCall } from '../../api/useCall.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Code } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import { formatTime } from '../../ui/formatTime.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import {
  describeOutcome,
  formatDuration,
  formatEnvironment,
  formatSize,
  operationNames,
  useEntryProfile,
} from './request.ts'
import { QuietText } from '../../ui/variants.ts'

/** Shows one request in a drawer next to the table. */
export function RequestDrawer({ id, close }: { id: number; close: () => void }) {
  // Entries never change.
  const detail = useCall('activity.get', { id }, { staleTime: Infinity })
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={600}
      title={detail.data ? operationNames[detail.data.operation] : 'Request'}
    >
      {detail.isPending && <Loading label="Loading the request" />}
      {detail.error && <ProblemView problem={detail.error.problem} />}
      {detail.data && <RequestDetails detail={detail.data} />}
    </Drawer>
  )
}

/** Shows a request and its response exactly as sent, except for the key. */
export function RequestDetails({ detail }: { detail: ActivityDetail }) {
  const { name: profileName } = useEntryProfile(detail)
  const { code, status, request, answer } = detail
  return (
    <Stack gap="md">
      <Group gap="xs">
        <CopyButton text={detail.curl} label="Copy as cURL" />
        <CopyButton
          text={`${request}\n\n${answer ?? '(no response)'}\n`}
          label="Copy request and response"
          variant="default"
        />
      </Group>
      <QuietText>
        The cURL command reads the key from <code>$PROJECT_KEY</code>: set it in your shell first. Linkwright
        never shows the key.
      </QuietText>
      {describeOutcome(detail).tone === 'bad' && code && (
        <ProblemView problem={{ code, ...(status ? { status } : {}) }} />
      )}
      <FieldList
        rows={[
          { name: 'Outcome', value: <Outcome detail={detail} /> },
          { name: 'Time', value: formatTime(detail.time) },
          { name: 'Profile', value: profileName },
          { name: 'Environment', value: formatEnvironment(detail.environment) },
          { name: 'Duration', value: formatDuration(detail.durationMs) },
          { name: 'Response size', value: formatSize(detail.bytes) },
          { name: 'Attempt', value: detail.attempt },
        ]}
      />
      <Message title="Request" text={request} />
      <Message title="Response" text={answer} />
    </Stack>
  )
}

/** Shows the outcome, with its reason unless the problem above says it. */
function Outcome({ detail }: { detail: ActivityDetail }) {
  const { tone, label, why } = describeOutcome(detail)
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge tone={tone}>{label}</Badge>
      <QuietText lh={1.3}>{tone === 'good' || detail.status === null ? why : detail.status}</QuietText>
    </Group>
  )
}

function Message({ title, text }: { title: string; text: string | null }) {
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <h3>{title}</h3>
      {text ? <Code text={text} label={title} tall /> : <QuietText>There was no response.</QuietText>}
    </Stack>
  )
}
