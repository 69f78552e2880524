import { Button } from '@mantine/core'
import { FileWarning, Link2 } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { useHashSearch } from '../../../session/hashLocation.ts'
import { Callout } from '../../../ui/Callout.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { parseView, toQuery } from '../view/viewQuery.ts'
import { LoadedSheet } from './LoadedSheet.tsx'
import { SheetTitle } from './SheetTitle.tsx'
import { maxSheetLinks, useSheet } from './useSheet.ts'
import styles from './sheet.module.css'

/** Shows the links of a campaign by channel with their visits, to read, print and save. The URL contains the view. */
export default function CampaignSheet() {
  const query = useHashSearch()
  const view = useMemo(() => parseView(query), [query])
  return (
    <article className={styles['sheet']} aria-labelledby="sheet-title">
      <Content view={view} />
    </article>
  )
}

function Content({ view }: { view: LibraryView }) {
  const sheet = useSheet(view)
  const { rows, count, isTooMany, isPartial, error, retry } = sheet
  const backButton = (
    <Button size="xs" variant="default" component={Link} href={`/links?${toQuery(view)}`}>
      Show in Links
    </Button>
  )
  if (error) return <WithTitle view={view} children={<ProblemView problem={error.problem} retry={retry} />} />
  if (isTooMany) return <TooMany view={view} count={count ?? maxSheetLinks} back={backButton} />
  if (!rows) return <WithTitle view={view} children={<Loading label="Loading the campaign’s links" />} />
  if (rows.length === 0 && !isPartial) {
    return (
      <WithTitle view={view}>
        <Empty icon={Link2} title="No links to show" actions={backButton}>
          No links in your library match, or none of them were created.
        </Empty>
      </WithTitle>
    )
  }
  return <LoadedSheet view={view} rows={rows} sheet={sheet} back={backButton} />
}

function WithTitle({ view, children }: { view: LibraryView; children: ReactNode }) {
  return (
    <>
      <SheetTitle view={view} />
      {children}
    </>
  )
}

/** Sums over only some of the links would be wrong. */
function TooMany({ view, count, back }: { view: LibraryView; count: number; back: ReactNode }) {
  return (
    <WithTitle view={view}>
      <Callout tone="warn" icon={FileWarning} title="Too many links for a sheet" role="status" actions={back}>
        <p>
          A sheet has at most {formatNumber(maxSheetLinks)} links, and these are {formatCount(count, 'link')}.
          Add a filter in Links, or export the links with their visits.
        </p>
      </Callout>
    </WithTitle>
  )
}
