import { Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ImportCounts, ImportKind } from '../../../../contract/app/library/imports.ts'
import type { LookupContext } from '../../../../contract/app/window/windowPath.ts'
import type { ReadingChoice } from '../../../../contract/app/tables/reading.ts'
import { HowRead } from '../../../features/reading/HowRead.tsx'
import { useSession } from '../../../session/Session.tsx'
import { TargetFields } from '../../../session/TargetFields.tsx'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { shorten } from '../../../ui/shorten.ts'
import { HostField } from './HostField.tsx'
import { PreviewButtons, type PreviewButtonsProps } from './PreviewButtons.tsx'
import { Sample } from './Sample.tsx'
import { UnusableRows } from './UnusableRows.tsx'
import type { Step } from './useImport.ts'
import { formatCount, formatNumber, referencesText } from '../../../ui/formatCount.ts'
import { QuietText } from '../../../ui/variants.ts'

const kinds: Record<ImportKind, string> = {
  linkwright: 'a Linkwright export',
  table: 'a table of links',
  text: 'text with links in it',
  dub: 'in the format of Dub',
  kutt: 'in the format of Kutt',
  bitly: 'in the format of Bitly',
  shlink: 'in the format of Shlink',
  yourls: 'in the format of YOURLS',
  firebase: 'in the format of Firebase Dynamic Links',
  sink: 'in the format of Sink',
  shortio: 'in the format of Short.io',
  rebrandly: 'in the format of Rebrandly',
}

interface PreviewProps extends Pick<PreviewButtonsProps, 'busy' | 'isStarting' | 'recreate' | 'back'> {
  step: Extract<Step, { at: 'preview' }>
  /** Previews the file again: for another profile or environment, with a host for links without one, or read differently. */
  updatePreview: (context: LookupContext, host: string, choice?: ReadingChoice) => void
  /** Starts the import. Optionally keeps links of other services for reference. */
  start: (keepReferences: boolean) => void
}

/** The pressed button is gone, and this text should be read first. */
const focusOnMount = (element: HTMLElement | null) => element?.focus()

/** Shows what an import would do before it starts. */
export function Preview({ step, busy, isStarting, updatePreview, start, recreate, back }: PreviewProps) {
  const { source, preview, context, host, problem } = step
  const { kind, counts, hostless, sample, errors } = preview
  const { profiles } = useSession().state
  const isOurs = kind === 'linkwright'
  const read = (choice: ReadingChoice) => updatePreview(context, host, { ...step.choice, ...choice })
  const unknown = countUnknown(preview, host)
  const [keepsReferences, setKeepsReferences] = useState(false)
  return (
    <Stack gap={14}>
      {problem && <ProblemView problem={problem} />}
      <Text
        role="status"
        ref={focusOnMount}
        tabIndex={-1}
        style={{ overflowWrap: 'anywhere', outline: 'none' }}
      >
        <strong>{shorten(source.name ?? 'The pasted text', 60)}</strong> is {kinds[kind]}.{' '}
        {foundText(counts, unknown)}
      </Text>
      {preview.reading && (
        <HowRead
          // A pasted text has no encoding to choose.
          reading={source.name === null ? { ...preview.reading, encoding: null } : preview.reading}
          busy={busy}
          choose={read}
        />
      )}
      {!isOurs && counts.new + counts.known > 0 && (
        <TargetFields
          {...context}
          profiles={profiles}
          disabled={busy}
          choose={(part) => updatePreview({ ...context, ...part }, host)}
        />
      )}
      {hostless > 0 && (
        <HostField count={hostless} host={host} busy={busy} apply={(next) => updatePreview(context, next)} />
      )}
      {sample.length > 0 && <Sample rows={sample} hasUnknown={unknown > 0} />}
      <UnusableRows errors={errors} count={counts.invalid} busy={busy} choice={step.choice} read={read} />
      <Movable preview={preview} />
      <QuietText>{importText(kind, counts)}</QuietText>
      <UnusedColumns preview={preview} />
      {counts.new > 0 && counts.references > 0 && (
        <Checkbox
          label={`Keep ${referencesText(counts.references)} for reference`}
          checked={keepsReferences}
          disabled={busy}
          onChange={(event) => setKeepsReferences(event.currentTarget.checked)}
        />
      )}
      <PreviewButtons
        preview={preview}
        unknown={unknown}
        busy={busy}
        isStarting={isStarting}
        start={() => start(keepsReferences || counts.new === 0)}
        recreate={recreate}
        back={back}
      />
    </Stack>
  )
}

type ImportSummary = PreviewProps['step']['preview']

/** Says how many links a run would create, and which keep their paths. */
function Movable({ preview: { movable, counts } }: { preview: ImportSummary }) {
  if (movable === 0) return null
  const paths = movable === 1 ? 'it with its path' : 'them with their paths'
  const { foreign } = counts
  return (
    <QuietText>
      <strong>{formatCount(movable + foreign, 'link')}</strong> can move in: your service creates{' '}
      {foreign === 0 ? paths : `${formatNumber(movable)} with ${movable === 1 ? 'its path' : 'their paths'}`},
      so printed codes keep working when your domain leads to it
      {foreign > 0 && `, and ${formatNumber(foreign)} with ${foreign === 1 ? 'a new path' : 'new paths'}`}.
      You see first what would happen.
    </QuietText>
  )
}

function UnusedColumns({ preview: { counts, fromService, unused } }: { preview: ImportSummary }) {
  return (
    <>
      {counts.new > 0 && fromService.length > 0 && (
        <QuietText>
          Columns not imported, because each link gets the service’s values:{' '}
          {shorten(fromService.join(', '), 400)}.
        </QuietText>
      )}
      {unused.length > 0 && <QuietText>Columns not used: {shorten(unused.join(', '), 400)}.</QuietText>}
    </>
  )
}

/**
 * Returns how many links in another service's file have no domain, so that their service is unknown. Our service may
 * have links with the same paths.
 */
function countUnknown({ kind, counts, hostless }: ImportSummary, host: string): number {
  const isOtherService = kind !== 'linkwright' && kind !== 'table' && kind !== 'text'
  return isOtherService && host === '' ? Math.min(hostless, counts.new) : 0
}

/** Returns the counts that aren't zero: "812 links are new, 30 are already in your library." */
function foundText({ new: added, known, foreign, invalid }: ImportCounts, unknown: number): string {
  const texts = [
    [added - unknown, 'new'],
    [unknown, 'without a domain'],
    [known, 'already in your library'],
    [foreign, 'from another service'],
  ] as const
  const parts = texts
    .filter(([count]) => count > 0)
    .map(
      ([count, what], index) =>
        `${index === 0 ? linksAreText(count) : formatCount(count, 'is', 'are')} ${what}`,
    )
  if (invalid > 0) parts.push(`${formatCount(invalid, 'row')} can’t be used`)
  return parts.length === 0 ? 'There are no links in it.' : `${parts.join(', ')}.`
}

function linksAreText(count: number): string {
  return `${formatCount(count, 'link')} ${count === 1 ? 'is' : 'are'}`
}

function importText(kind: ImportKind, { new: added, known, foreign }: ImportCounts): string {
  const foreignText =
    'Links from another service stay as they are, because your services don’t have them. You can recreate them on your service, or keep them in your library for reference. Linkwright never looks up or checks reference links.'
  if (kind === 'linkwright')
    return 'Links are restored exactly as they were exported. Links that are already in your library stay as they are.'
  const asThere =
    'Each link is looked up on its service and added with the service’s values. No links are created or changed. The profile is for links whose domain belongs to several profiles; links that aren’t found are looked up in the other environment.'
  const nothing = added === 0 && foreign === 0 && known > 0 && 'There’s nothing to add.'
  return [nothing, added > 0 && asThere, foreign > 0 && foreignText].filter(Boolean).join(' ')
}
