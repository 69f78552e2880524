import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Megaphone, Search } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { maxCampaigns } from '../../../contract/app/library/campaigns.ts'
import type { Campaign } from '../../../contract/app/calls/links/library.ts'
import { useCall } from '../../api/useCall.ts'
import { useHashSearch } from '../../session/hashLocation.ts'
import { campaignPath, parseCampaignKey } from '../../session/routes.ts'
import { useSession } from '../../session/Session.tsx'
import { EnvironmentBadge } from '../../ui/Badge.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { formatCount, formatNumber } from '../../ui/formatCount.ts'
import { formatDayShort, formatTime, formatTimeShort } from '../../ui/formatTime.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { shorten } from '../../ui/shorten.ts'
import { Table, type TableColumn } from '../../ui/Table.tsx'
import { CampaignPage } from './CampaignPage.tsx'
import { QuietText } from '../../ui/variants.ts'

/** Shows the campaigns of all links, or the page of one. */
export default function CampaignsScreen() {
  const query = useHashSearch()
  const key = parseCampaignKey(query)
  return key ? <CampaignPage key={query} campaign={key} /> : <CampaignList />
}

/** Number of campaigns that are shown at first. */
const shownAtFirst = 200

function CampaignList() {
  const { data, error, refetch } = useCall('library.campaigns', {})
  const [search, setSearch] = useState('')
  const { current } = useSession()
  const [isAll, setIsAll] = useState(false)
  if (error) return <ProblemView problem={error.problem} retry={() => void refetch()} />
  if (!data) return <Loading label="Loading your campaigns" />
  if (data.campaigns.length === 0)
    return (
      <Empty icon={Megaphone} title="No campaigns yet">
        Links with the same campaign are shown together here. Fill in <em>Campaign</em> when you create a
        link.
      </Empty>
    )
  const typed = search.trim().toLowerCase()
  const matching = data.campaigns.filter(({ name }) => name.toLowerCase().includes(typed))
  const shown = isAll ? matching : matching.slice(0, shownAtFirst)
  return (
    <Stack maw={1280} px={24} pt={20} pb="calc(24px + var(--toast-room, 0px))" gap="md">
      <Group justify="space-between">
        <TextInput
          aria-label="Search campaigns"
          placeholder="Search campaigns"
          leftSection={<Search size={15} />}
          maw={340}
          flex={1}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <QuietText role="status">
          {countText(matching.length, data.campaigns.length)} ·{' '}
          <Link href={`/profiles/${current.profile.id}/report`}>Check a report</Link>
        </QuietText>
      </Group>
      {shown.length > 0 && <Table highlightOnHover columns={columns} rows={shown} getKey={campaignPath} />}
      {shown.length < matching.length && (
        <Button variant="default" onClick={() => setIsAll(true)}>
          Show all {formatNumber(matching.length)}
        </Button>
      )}
    </Stack>
  )
}

/** Returns how many campaigns match. Of more than are returned, only those with the latest links are known. */
function countText(matching: number, all: number): string {
  if (matching === 0) return 'No campaigns match'
  const count = formatCount(matching, 'campaign')
  return all < maxCampaigns ? count : `${count} of the ${formatNumber(maxCampaigns)} with the latest links`
}

const columns: TableColumn<Campaign>[] = [
  {
    head: 'Campaign',
    isRowHeader: true,
    cell: (campaign) => (
      <RowLink href={campaignPath(campaign)} title={campaign.name}>
        {shorten(campaign.name, 90)}
      </RowLink>
    ),
  },
  {
    head: 'Where',
    hasLongWords: true,
    look: { c: 'dimmed' },
    cell: ({ environment, profileName }) => (
      <>
        <EnvironmentBadge environment={environment} /> {shorten(profileName, 40)}
      </>
    ),
  },
  { head: 'Links', isNumber: true, cell: ({ links }) => formatNumber(links) },
  { head: 'Visits', isNumber: true, cell: (campaign) => <People campaign={campaign} /> },
  {
    head: 'Last opened',
    look: { c: 'dimmed' },
    cell: ({ lastVisit }) => (lastVisit === null ? '–' : formatDayShort(lastVisit)),
  },
  {
    head: 'Last link',
    look: { c: 'dimmed' },
    cell: ({ addedAt }) => (
      <time dateTime={addedAt} title={formatTime(addedAt)}>
        {formatTimeShort(addedAt)}
      </time>
    ),
  },
]

/** Shows the stored visits, and of how many links these are known unless of all. */
function People({ campaign: { people, known, links } }: { campaign: Campaign }) {
  if (known === 0)
    return (
      <QuietText span title="Open the campaign to read them">
        –
      </QuietText>
    )
  const isAll = known === links
  return (
    <span title={isAll ? undefined : `Known for ${formatNumber(known)} of ${formatCount(links, 'link')}`}>
      {formatNumber(people)}
      {!isAll && '+'}
    </span>
  )
}
