import { Button, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { maxSelectedLinks } from '../../../contract/app/calls/links/exports.ts'
import type { ExportFormat, ExportedLinks } from '../../../contract/app/calls/links/exports.ts'
import type { CsvColumn } from '../../../contract/app/library/columns/csvColumns.ts'
import type { FileDelimiter } from '../../../contract/app/tables/spreadsheet.ts'
import type { LibraryView } from '../../../contract/app/library/view.ts'
import { useTotal, useFailedCount } from '../../api/counts.ts'
import { useExport } from '../../api/exports.ts'
import { showProblem } from '../../api/offerUndo.ts'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { RadioList } from '../../ui/RadioList.tsx'
import { useCsvDelimiter } from '../../session/csvDelimiter.ts'
import { useCall } from '../../api/useCall.ts'
import { CodeFields, type CodeOptions } from './CodeFields.tsx'
import { Columns } from './Columns.tsx'
import { linksText } from '../../link/linksText.ts'
import { formatNumber } from '../../ui/formatCount.ts'

/** A view, which can be extended to the whole library, and the links that are selected in it. */
export interface Exportable {
  view: LibraryView
  selected?: { which: Exclude<ExportedLinks, { everything: true }>; count: string } | undefined
}

interface ExportDialogProps {
  links: Exportable
  /** The format that is chosen at first. */
  initialKind?: ExportFormat['kind']
  opened: boolean
  close: () => void
}

/** Asks which links to export, and in which format. */
export function ExportDialog({ links, initialKind = 'csv', opened, close }: ExportDialogProps) {
  return (
    <Modal opened={opened} onClose={close} size={620} title="Export links">
      <FormWithColumns links={links} initialKind={initialKind} close={close} />
    </Modal>
  )
}

function FormWithColumns(props: Omit<FormProps, 'remembered'>) {
  const columns = useCall('exports.columns', {}, { staleTime: Infinity })
  if (columns.isPending) return <Loading label="Loading the export options" />
  if (columns.error)
    return <ProblemView problem={columns.error.problem} retry={() => void columns.refetch()} />
  return <Form {...props} remembered={columns.data} />
}

const tooManyText = `At most ${formatNumber(maxSelectedLinks)} links that were selected one by one can be exported. Export them in parts, or use “Select all” in a filtered list.`

function isTooMany({ selected }: Exportable): boolean {
  return selected !== undefined && 'ids' in selected.which && selected.which.ids.length > maxSelectedLinks
}

interface FormProps extends Pick<ExportDialogProps, 'links' | 'close'> {
  initialKind: ExportFormat['kind']
  remembered: readonly CsvColumn[]
}

function Form({ links, initialKind, close, remembered }: FormProps) {
  const [scope, setScope] = useState<Scope>(links.selected ? 'selected' : 'shown')
  const isRefused = scope === 'selected' && isTooMany(links)
  const [kind, setKind] = useState<ExportFormat['kind']>(initialKind)
  const [columns, setColumns] = useState(remembered)
  const [delimiter, setDelimiter] = useState(useCsvDelimiter())
  const [codes, setCodes] = useState<CodeOptions>({ image: 'svg', centimetres: null })
  const isTable = kind === 'csv' || kind === 'xlsx'
  const start = useExport()
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    const format = toExportFormat(kind, columns, delimiter, codes)
    start.mutate({ which: toExportedLinks(links, scope), format }, { onSuccess: close, onError: showProblem })
  }
  return (
    <Stack component="form" gap={18} onSubmit={submit}>
      <ScopeField links={links} value={scope} onChange={setScope} />
      {isRefused && <p>{tooManyText}</p>}
      <RadioList label="As" value={kind} onChange={setKind} choices={kinds} isFocused />
      {kind === 'csv' && (
        <RadioList label="Separator" value={delimiter} onChange={setDelimiter} choices={delimiters} />
      )}
      {kind === 'qr' && <CodeFields value={codes} onChange={setCodes} />}
      {isTable && <Columns chosen={columns} choose={setColumns} />}
      <DialogFooter>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={start.isPending}
          disabled={isRefused || (isTable && columns.length === 0)}
        >
          Export
        </Button>
      </DialogFooter>
    </Stack>
  )
}

const kinds = [
  {
    value: 'csv',
    label: 'Table for spreadsheets (CSV)',
    description: 'The columns you choose. Safe to open in Excel, Numbers or Google Sheets.',
  },
  {
    value: 'xlsx',
    label: 'Workbook for spreadsheets (XLSX)',
    description:
      'The same columns. Every cell is text, so spreadsheet programs don’t reformat or run anything.',
  },
  {
    value: 'json',
    label: 'Complete copy (JSON)',
    description: 'Everything your library stores about the links. You can import it into Linkwright again.',
  },
  {
    value: 'qr',
    label: 'QR codes (ZIP)',
    description:
      'A code for each link in its profile’s QR style, named after its title and path, plus a table of all codes.',
  },
] as const satisfies { value: ExportFormat['kind']; label: string; description: string }[]

function toExportFormat(
  kind: ExportFormat['kind'],
  columns: readonly CsvColumn[],
  delimiter: FileDelimiter,
  { image, centimetres }: CodeOptions,
): ExportFormat {
  if (kind === 'xlsx') return { kind, columns }
  if (kind === 'csv') return { kind, columns, delimiter }
  if (kind !== 'qr') return { kind }
  return { kind, delimiter, image, ...(centimetres !== null && { centimetres }) }
}

const delimiters = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon, for Excel in regions that use decimal commas' },
] as const satisfies { value: FileDelimiter; label: string }[]

type Scope = 'selected' | 'shown' | 'everything'

function toExportedLinks(links: Exportable, scope: Scope): ExportedLinks {
  if (scope === 'selected' && links.selected) return links.selected.which
  return scope === 'everything' ? { everything: true } : { view: links.view }
}

interface ScopeFieldProps {
  links: Exportable
  value: Scope
  onChange: (scope: Scope) => void
}

function ScopeField({ links: { view, selected }, value, onChange }: ScopeFieldProps) {
  const count = useTotal(view)
  const failed = useFailedCount(view)
  const isKnown = count !== undefined && failed !== undefined
  const viewLabel = isKnown ? ` (${linksText({ total: count, failed })})` : ''
  const choices = [
    ...(selected ? [{ value: 'selected' as const, label: `The selection (${selected.count})` }] : []),
    { value: 'shown' as const, label: `The list as shown${viewLabel}` },
    { value: 'everything' as const, label: 'The whole library, including archived links' },
  ]
  return <RadioList label="Which links" {...{ value, onChange, choices }} />
}
