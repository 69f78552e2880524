import type { ActivityDetail } from '../../../contract/calls/activity.ts'
import { Code } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { when } from '../../ui/when.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { duration, size } from './measures.ts'
import { outcomeOf } from './outcome.ts'
import styles from './activity.module.css'

/** One request with both texts as they went over the wire, but for the key. */
export function ActivityReport({ detail }: { detail: ActivityDetail }) {
  const { tone, label, why } = outcomeOf(detail)
  return (
    <div className={styles['detail']}>
      <div className={styles['actions']}>
        <CopyButton text={detail.curl} label="Copy as cURL" />
        <CopyButton text={bothTexts(detail)} label="Copy request and response" variant="default" />
      </div>
      <p className={styles['hint']}>
        The cURL command reads the key from <code>$PROJECT_KEY</code>: set it in your shell first. The key
        itself is not shown anywhere here.
      </p>
      {tone === 'bad' && detail.code && (
        <ProblemView problem={{ code: detail.code, ...(detail.status ? { status: detail.status } : {}) }} />
      )}
      <FieldList
        rows={[
          {
            name: 'Outcome',
            value: <Outcome tone={tone} label={label} why={tone === 'good' ? why : null} />,
          },
          ...(detail.title === null ? [] : [{ name: 'Title', value: detail.title }]),
          ...(detail.link === null
            ? []
            : [{ name: 'Link', value: <LongText key="link" text={detail.link} /> }]),
          { name: 'Time', value: when(detail.time) },
          { name: 'Profile', value: detail.profileName ?? 'Unsaved profile' },
          { name: 'Environment sent', value: <code>{detail.environment}</code> },
          { name: 'Duration', value: duration(detail.durationMs) },
          { name: 'Response size', value: size(detail.bytes) },
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
          <p className={styles['hint']}>There was no response.</p>
        )}
      </section>
    </div>
  )
}

function Outcome({ tone, label, why }: ReturnType<typeof outcomeOf>) {
  return (
    <span className={styles['outcome']}>
      <Badge tone={tone}>{label}</Badge>
      {why && <span>{why}</span>}
    </span>
  )
}

function bothTexts({ request, answer }: ActivityDetail): string {
  return `${request}\n\n${answer ?? '(no response)'}\n`
}
