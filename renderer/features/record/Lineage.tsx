import { Stack } from '@mantine/core'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { useLinkRecord } from '../../api/links.ts'
import { useRun } from '../../api/runs.ts'
import { linkPath, runPath } from '../../session/routes.ts'
import { shorten } from '../../ui/shorten.ts'
import { useCall } from '../../api/useCall.ts'
import styles from './record.module.css'

/**
 * Shows where a link comes from and belongs to: its campaign, its run, the link it was promoted from, and its
 * promotions.
 */
export function Lineage({ record }: { record: LinkRecord }) {
  const origin = useLinkRecord(record.promotedFrom ?? '').data
  const promotions = useCall('links.promotions', { id: record.id }).data ?? []
  const run = useRun(record.run ?? null).data?.run
  const campaign = getCampaign(record)
  if (!campaign && !origin && !run && promotions.length === 0) return null
  return (
    <Stack className={styles['lineage']} component="ul" gap={4} c="dimmed" fz="sm">
      {campaign && (
        <Line>
          Part of the campaign{' '}
          <Link href={`/links?${new URLSearchParams({ campaign }).toString()}`}>{shorten(campaign, 80)}</Link>
        </Line>
      )}
      {run && (
        <Line>
          Created in the bulk run <Link href={runPath(run.id)}>{shorten(run.name, 80)}</Link>
        </Line>
      )}
      {origin && (
        <Line>
          Promoted from <LinkTo record={origin} />
        </Line>
      )}
      {promotions.map((made) => (
        <Line key={made.id}>
          {made.state === 'created' ? 'Promoted to production as' : 'Possibly promoted to production:'}{' '}
          <LinkTo record={made} />
        </Line>
      ))}
    </Stack>
  )
}

function Line({ children }: { children: ReactNode }) {
  return (
    <li>
      <ArrowUpRight size={15} aria-hidden />
      <span>{children}</span>
    </li>
  )
}

function LinkTo({ record: { id, link } }: { record: LinkRecord }) {
  return link === null ? (
    <Link href={`/links/${id}`}>not certain</Link>
  ) : (
    <Link href={linkPath(id)}>{link}</Link>
  )
}

/** Returns the campaign that *Links* lists a link under. */
function getCampaign({ stored, request }: LinkRecord): string {
  const isReported = stored && !stored.unreported?.includes('tracking_campaign')
  return (isReported ? stored : request)?.tracking_campaign ?? ''
}
