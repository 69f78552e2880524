import { Button } from '@mantine/core'
import { Printer, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { LibraryRow } from '../../../../contract/library/row.ts'
import type { LibraryView } from '../../../../contract/library/view.ts'
import { useChannels } from '../../../features/channels/useChannels.ts'
import { useCsvDelimiter } from '../../../session/csvDelimiter.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { formatTime } from '../../../ui/formatTime.ts'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { SaveTableButton } from '../../../ui/saveTable/SaveTableButton.tsx'
import { saveTable } from '../../../ui/saveTable/saveTable.ts'
import { ChannelSums } from './ChannelSums.tsx'
import { sheetCells, sheetFileName } from './sheetCells.ts'
import { createSections } from './sheetSections.ts'
import type { SheetSection } from './sheetSections.ts'
import { SectionLinks } from './SectionLinks.tsx'
import { VisitsWait } from '../../../features/visits/VisitsWait.tsx'
import { SheetTitle } from './SheetTitle.tsx'
import type { useSheet } from './useSheet.ts'
import styles from './sheet.module.css'

interface LoadedSheetProps {
  view: LibraryView
  rows: readonly LibraryRow[]
  sheet: ReturnType<typeof useSheet>
  /** Link back to the list. */
  back: ReactNode
}

/** Shows a sheet whose links are loaded. Its visits may still be loading, or unknown. */
export function LoadedSheet({ view, rows, sheet, back }: LoadedSheetProps) {
  const { visits, withoutLink, isPartial } = sheet
  const channels = useChannels()
  const { data } = visits
  const sections = useMemo(() => createSections(rows, data?.lines ?? {}), [rows, data])
  const problem = data?.problem ?? visits.error?.problem
  return (
    <>
      <div className={styles['top']}>
        <SheetTitle view={view} />
        <Actions {...{ view, visits, sections, back }} />
      </div>
      <p className={styles['facts']} role="status">
        {formatCount(rows.length, 'link')} ·{' '}
        {data ? `Visits as of ${formatTime(data.at)}, without bots` : 'Visits unknown'}
      </p>
      {visits.isPending && <VisitsWait visits={visits} />}
      {problem && <ProblemView problem={problem} outcome="Some visits couldn’t be loaded." />}
      {isPartial && (
        <p className={styles['quiet']}>
          Some links aren’t indexed for search yet, so they may be missing here.
        </p>
      )}
      {!visits.isLoading &&
        sections.map((section) => (
          <Section key={section.kind} section={section} wasAnswered={data !== undefined && !problem} />
        ))}
      <footer className={styles['quiet']}>
        {withoutLink > 0 && (
          <p>
            {formatCount(withoutLink, 'entry', 'entries')} without a link, such as failed ones,{' '}
            {withoutLink === 1 ? 'is' : 'are'} left out.
          </p>
        )}
        <p>Channels as in Google Analytics. {channels?.tableDatesText()}</p>
      </footer>
    </>
  )
}

interface ActionsProps extends Pick<LoadedSheetProps, 'view' | 'back'> {
  visits: LoadedSheetProps['sheet']['visits']
  sections: readonly SheetSection[]
}

function Actions({ view, visits, sections, back }: ActionsProps) {
  const delimiter = useCsvDelimiter()
  return (
    <div className={styles['actions']} data-print="hidden">
      {back}
      <Button
        size="xs"
        variant="default"
        leftSection={<RefreshCw size={14} aria-hidden />}
        loading={visits.isFetching}
        onClick={() => void visits.refetch()}
      >
        Refresh visits
      </Button>
      <SaveTableButton
        label="Save table"
        size="xs"
        loading={visits.isPending}
        save={(form) =>
          void saveTable(sheetFileName(view), form, sheetCells(sections, visits.data?.at ?? null), delimiter)
        }
      />
      <Button
        size="xs"
        leftSection={<Printer size={14} aria-hidden />}
        disabled={visits.isPending}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </div>
  )
}

function Section({ section, wasAnswered }: { section: SheetSection; wasAnswered: boolean }) {
  return (
    <section className={styles['section']} aria-labelledby={`sheet-${section.kind}`}>
      <ChannelSums section={section} wasAnswered={wasAnswered} />
      <SectionLinks section={section} />
    </section>
  )
}
