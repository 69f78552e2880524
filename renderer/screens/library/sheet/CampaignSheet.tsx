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

/** The links of a campaign by channel with their visits, to read, print and save. The address holds which links. */
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
  const back = (
    <Button size="xs" variant="default" component={Link} href={`/links?${toQuery(view)}`}>
      Show in Links
    </Button>
  )
  if (error) return <WithTitle view={view} children={<ProblemView problem={error.problem} retry={retry} />} />
  if (isTooMany) return <TooMany view={view} count={count ?? maxSheetLinks} back={back} />
  if (!rows) return <WithTitle view={view} children={<Loading label="Loading the links of the campaign" />} />
  if (rows.length === 0 && !isPartial) {
    return (
      <WithTitle view={view}>
        <Empty icon={Link2} title="No links to show" actions={back}>
          No link in your library matches, or none of them was created.
        </Empty>
      </WithTitle>
    )
  }
  return <LoadedSheet view={view} rows={rows} sheet={sheet} back={back} />
}

function WithTitle({ view, children }: { view: LibraryView; children: ReactNode }) {
  return (
    <>
      <SheetTitle view={view} />
      {children}
    </>
  )
}

/** A part of the links would make sums that are not true. */
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
