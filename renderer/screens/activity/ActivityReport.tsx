import { Flex, Group, Stack, Text } from '@mantine/core'
import type { ActivityDetail } from '../../../contract/app/calls/app/activity.ts'
import { Code } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { formatTime } from '../../ui/formatTime.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { formatEnvironment, formatDuration, formatSize } from './format.ts'
import { describeOutcome } from './outcome.ts'
import { useEntryProfile } from './useEntryProfile.ts'
import styles from './activity.module.css'

/** Shows a request and its response exactly as sent, except for the key. */
export function ActivityReport({ detail }: { detail: ActivityDetail }) {
  const { tone, label, why } = describeOutcome(detail)
  const { name: profileName } = useEntryProfile(detail)
  return (
    <Stack className={styles['detail']} gap="md">
      <Group gap="xs">
        <CopyButton text={detail.curl} label="Copy as cURL" />
        <CopyButton text={reportText(detail)} label="Copy request and response" variant="default" />
      </Group>
      <Text c="dimmed" fz="sm">
        The cURL command reads the key from <code>$PROJECT_KEY</code>: set it in your shell first. Linkwright
        never shows the key.
      </Text>
      {tone === 'bad' && detail.code && (
        <ProblemView problem={{ code: detail.code, ...(detail.status ? { status: detail.status } : {}) }} />
      )}
      <FieldList
        rows={[
          {
            name: 'Outcome',
            value: (
              <Outcome
                tone={tone}
                label={label}
                why={tone === 'good' || detail.status === null ? why : String(detail.status)}
              />
            ),
          },
          ...(detail.title === null ? [] : [{ name: 'Title', value: detail.title }]),
          ...(detail.link === null
            ? []
            : [{ name: 'Link', value: <LongText key="link" text={detail.link} /> }]),
          { name: 'Time', value: formatTime(detail.time) },
          { name: 'Profile', value: profileName },
          { name: 'Environment', value: formatEnvironment(detail.environment) },
          { name: 'Duration', value: formatDuration(detail.durationMs) },
          { name: 'Response size', value: formatSize(detail.bytes) },
          { name: 'Attempt', value: detail.attempt },
        ]}
      />
      <section aria-labelledby="request-heading">
        <h3 id="request-heading">Request</h3>
        <Code text={detail.request} label="Request" tall />
      </section>
      <section aria-labelledby="answer-heading">
        <h3 id="answer-heading">Response</h3>
        {detail.answer ? (
          <Code text={detail.answer} label="Response" tall />
        ) : (
          <Text c="dimmed" fz="sm">
            There was no response.
          </Text>
        )}
      </section>
    </Stack>
  )
}

function Outcome({ tone, label, why }: ReturnType<typeof describeOutcome>) {
  return (
    <Flex className={styles['outcome']} component="span" gap="xs" align="center">
      <Badge tone={tone}>{label}</Badge>
      {why && <span>{why}</span>}
    </Flex>
  )
}

function reportText({ request, answer }: ActivityDetail): string {
  return `${request}\n\n${answer ?? '(no response)'}\n`
}
