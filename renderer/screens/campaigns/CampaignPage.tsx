import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ArrowLeft, Plus, Printer, QrCode } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import type { LibraryRow } from '../../../contract/app/library/row.ts'
import type { LibraryView } from '../../../contract/app/library/view.ts'
import { visitLimits } from '../../../contract/service/link/visits.ts'
import { useCount } from '../../api/counts.ts'
import { useRowsOf } from '../../api/libraryPages.ts'
import { useVisitLines } from '../../api/visits.ts'
import { ExportButton } from '../../features/exporting/ExportButton.tsx'
import { ExportDialog } from '../../features/exporting/ExportDialog.tsx'
import { nameComparedLinks } from '../../features/visits/comparedLinks.ts'
import { Compared } from '../../features/visits/CompareVisits.tsx'
import { blankForm } from '../../link/form.ts'
import { useStartCopy } from '../../link/useStartCopy.ts'
import { campaignLinksPath, type CampaignKey } from '../../session/routes.ts'
import { useSession } from '../../session/Session.tsx'
import { EnvironmentBadge } from '../../ui/Badge.tsx'
import { formatNumber } from '../../ui/formatCount.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { shorten } from '../../ui/shorten.ts'
import { CampaignLinks } from './CampaignLinks.tsx'
import { summarize, type CampaignSummary } from './summarize.ts'
import { QuietText } from '../../ui/variants.ts'

/** Shows a campaign: its visits by channel, its links, and which of them break the tracking rules. */
export function CampaignPage({ campaign }: { campaign: CampaignKey }) {
  const { name, profileId, environment } = campaign
  const view = useMemo(
    () => ({ ...emptyView, campaign: [name], profileId, environment, sort: 'visits' as const }),
    [name, profileId, environment],
  )
  // The links with the most visits, because services report the visits of so many in one request.
  const { data: rows, error, refetch } = useRowsOf(view, visitLimits.paths)
  const count = useCount(view)
  if (error) return <ProblemView problem={error.problem} retry={() => void refetch()} />
  if (!rows || !count.data) return <Loading label="Loading the campaign" />
  const links = rows.filter(({ link }) => link !== null)
  return (
    <Stack maw={1280} px={24} pt={20} pb="calc(24px + var(--toast-room, 0px))" gap="lg">
      <Head campaign={campaign} links={links} view={view} />
      {links.length === 0 ? (
        <Text>This campaign has no links any more, or they are archived.</Text>
      ) : (
        <Visits campaign={campaign} links={links} total={count.data.total} view={view} />
      )}
      <CampaignLinks links={links} />
      {count.data.total > rows.length && (
        <QuietText>
          These are the {formatNumber(rows.length)} links with the most known visits.{' '}
          <Anchor component={Link} href={campaignLinksPath(campaign)} inherit>
            Show all in Links
          </Anchor>
        </QuietText>
      )}
    </Stack>
  )
}

interface CampaignParts {
  campaign: CampaignKey
  links: readonly LibraryRow[]
  view: LibraryView
}

function Head({ campaign, links, view }: CampaignParts) {
  const [hasCodes, codes] = useDisclosure(false)
  const startCopy = useStartCopy()
  const exported = useMemo(() => ({ view }), [view])
  const profileName = links[0]?.profileName
  return (
    <Stack gap="xs">
      <Anchor component={Link} href="/campaigns" size="sm" data-print="hidden">
        <Group gap={4} component="span">
          <ArrowLeft size={14} /> All campaigns
        </Group>
      </Anchor>
      <Group justify="space-between" align="flex-start">
        <Group gap="sm" miw={0} flex="1 1 300px">
          <Title order={2} size="h2" miw={0} title={campaign.name}>
            {shorten(campaign.name, 200)}
          </Title>
          <EnvironmentBadge environment={campaign.environment} />
          {profileName !== undefined && (
            <Text c="dimmed" miw={0}>
              {shorten(profileName, 60)}
            </Text>
          )}
        </Group>
        <Group gap="xs" data-print="hidden">
          <ExportButton links={exported} />
          <ActionButton icon={QrCode} onClick={codes.open}>
            QR codes
          </ActionButton>
          <ActionButton icon={Printer} onClick={() => window.print()}>
            Print
          </ActionButton>
          <Button
            leftSection={<Plus size={15} />}
            onClick={() => startCopy(campaign, { ...blankForm, campaign: campaign.name })}
          >
            New link in it
          </Button>
        </Group>
      </Group>
      <ExportDialog links={exported} initialKind="qr" opened={hasCodes} close={codes.close} />
    </Stack>
  )
}

/** Shows the figures and the chart. Without visits, only how many links there are and which break the rules. */
function Visits({ campaign, links, total, view }: CampaignParts & { total: number }) {
  const { profiles } = useSession().state
  const isReported = profiles.find(({ id }) => id === campaign.profileId)?.reportsVisits === true
  const lines = useVisitLines(isReported ? links.map(({ id }) => id) : []).data?.lines
  const broken = useCount({ ...view, breaksRules: true }).data
  // Shows no zeros before an answer: the links may have visits.
  const summary = lines && Object.keys(lines).length > 0 ? summarize(links, lines) : null
  return (
    <>
      <Figures {...{ campaign, total, summary }} broken={broken?.total} />
      {isReported && (
        <Paper withBorder p="md" radius="md" component="section" aria-label="Visits by channel">
          <Compared links={nameComparedLinks(links)} initial="channels" isShort />
        </Paper>
      )}
    </>
  )
}

interface FiguresProps {
  campaign: CampaignKey
  total: number
  /** `null` if the visits aren't known. */
  summary: CampaignSummary | null | undefined
  /** Number of links that break the tracking rules; `undefined` until known. */
  broken: number | undefined
}

function Figures({ campaign, total, summary, broken }: FiguresProps) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
      {summary && <Figure label="Visits, 7 days" value={formatNumber(summary.week)} note={summary.trend} />}
      <Figure
        label="Links"
        value={formatNumber(total)}
        note={summary && summary.unopened > 0 ? `${formatNumber(summary.unopened)} not opened yet` : ''}
      />
      {summary?.best && (
        <Figure label="Best channel, 14 days" value={summary.best.name} note={`${summary.best.share} %`} />
      )}
      {broken !== undefined && (
        <Figure
          label="Break the rules"
          value={formatNumber(broken)}
          note={
            broken > 0 && (
              <Anchor component={Link} href={campaignLinksPath(campaign, true)} inherit>
                Show and fix
              </Anchor>
            )
          }
        />
      )}
    </SimpleGrid>
  )
}

function Figure({ label, value, note }: { label: string; value: string; note: React.ReactNode }) {
  return (
    <Paper withBorder p="md" radius="md">
      <QuietText>{label}</QuietText>
      <Text fz={26} fw={700} lh={1.3} truncate title={value}>
        {value}
      </Text>
      <QuietText mih={20}>{note}</QuietText>
    </Paper>
  )
}
