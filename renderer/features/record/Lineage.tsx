import { Stack } from '@mantine/core'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { useLinkRecord } from '../../api/links.ts'
import { useRun } from '../../api/runs.ts'
import { useCommands } from '../../session/commands.ts'
import { navigate } from '../../session/hashLocation.ts'
import { campaignPath, linkPath, runPath, type CampaignKey } from '../../session/routes.ts'
import { shorten } from '../../ui/shorten.ts'
import { useCall } from '../../api/useCall.ts'
import { IconLine } from '../../ui/IconLine.tsx'

/**
 * Shows where a link comes from and belongs to: its campaign, its run, the link it was promoted from, and its
 * promotions.
 */
export function Lineage({ record }: { record: LinkRecord }) {
  const origin = useLinkRecord(record.promotedFrom ?? '').data
  const promotions = useCall('links.promotions', { id: record.id }).data ?? []
  const run = useRun(record.run ?? null).data?.run
  const campaign = useCampaign(record)
  if (!campaign && !origin && !run && promotions.length === 0) return null
  return (
    <Stack component="ul" gap={4} c="dimmed" fz="sm" style={{ overflowWrap: 'anywhere' }}>
      {campaign && (
        <Line>
          Part of the campaign <Link href={campaignPath(campaign)}>{shorten(campaign.name, 80)}</Link>
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
    <IconLine component="li" icon={ArrowUpRight}>
      {children}
    </IconLine>
  )
}

function LinkTo({ record: { id, link } }: { record: LinkRecord }) {
  return link === null ? (
    <Link href={`/links/${id}`}>not certain</Link>
  ) : (
    <Link href={linkPath(id)}>{link}</Link>
  )
}

/** Returns a link's campaign, and lets a command open it. */
function useCampaign(record: LinkRecord): CampaignKey | null {
  const campaign = getCampaign(record)
  useCommands({ openCampaign: campaign ? () => navigate(campaignPath(campaign)) : undefined })
  return campaign
}

/** Returns the campaign that lists a link; `null` if it has none, or wasn't created. */
function getCampaign({ stored, request, profileId, environment, state }: LinkRecord): CampaignKey | null {
  const isReported = stored && !stored.unreported?.includes('tracking_campaign')
  const name = (isReported ? stored : request)?.tracking_campaign
  return name && state === 'created' ? { name, profileId, environment } : null
}
