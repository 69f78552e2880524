import { Button, SegmentedControl } from '@mantine/core'
import { AlignLeft, TriangleAlert } from 'lucide-react'
import { Suspense, lazy, useId, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Remark } from '../../ui/Remark.tsx'
import { useField } from '../../link/FormContext.tsx'
import { useShownFault } from '../../link/FormChecks.tsx'
import { Rows } from './Rows.tsx'
import { formatJson } from './formatJson.ts'
import { isTree } from './tree.ts'
import { asText, unsafeNumbersIn } from './unsafeNumbers.ts'
import styles from './jsonEditor.module.css'

const CodeEditor = lazy(() => import('./CodeEditor.tsx'))

type View = 'rows' | 'json'

/** App data as rows or as JSON, the same text seen in two ways, and what is wrong with it. */
export function DataEditor() {
  const [data, setData] = useField('data')
  const [view, setView] = useState<View>(() => (isTree(data) ? 'rows' : 'json'))
  const { fault, warning } = useShownFault('data', false)
  // What is wrong is said here; `-error` as the kit names it for every other field.
  const messages = `${useId()}-error`
  const readable = isTree(data)
  return (
    <div className={styles['data']} data-fault={fault !== undefined || undefined}>
      <div className={styles['bar']}>
        <SegmentedControl
          aria-label="App data as"
          data={[
            { value: 'rows', label: 'Rows' },
            { value: 'json', label: 'JSON' },
          ]}
          value={view}
          onChange={setView}
        />
        {view === 'json' && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<AlignLeft size={14} aria-hidden />}
            disabled={!readable || data === ''}
            onClick={() => setData(formatJson(data))}
          >
            Tidy up
          </Button>
        )}
        <span className={styles['size']}>{sizeOf(data, limits.dataBytes)}</span>
      </div>
      {view === 'rows' ? (
        <Rows text={data} onChange={setData} showText={() => setView('json')} />
      ) : (
        <Suspense fallback={<div className={styles['editor']} aria-busy />}>
          <CodeEditor text={data} onChange={setData} invalid={fault !== undefined} describedBy={messages} />
        </Suspense>
      )}
      <div id={messages} className={styles['messages']}>
        {fault !== undefined && (
          <p className={styles['fault']} role="status">
            {fault}
          </p>
        )}
        {warning !== undefined && <Remark text={`This service may refuse it: ${warning}`} />}
        {readable && <UnsafeNumbers text={data} onChange={setData} />}
      </div>
    </div>
  )
}

interface UnsafeNumbersProps {
  text: string
  onChange: (text: string) => void
}

/** Says which numbers an app written in JavaScript would read as other ones, with a way out for each. */
function UnsafeNumbers({ text, onChange }: UnsafeNumbersProps) {
  const [first, ...more] = unsafeNumbersIn(text)
  if (!first) return null
  return (
    <p className={styles['warning']} role="status">
      <TriangleAlert size={14} aria-hidden />
      <span>
        <code>{first.spelling}</code> is sent as it is, but an app in JavaScript reads{' '}
        <code>{first.readAs}</code>.{more.length > 0 && ` So it is with ${more.length} more.`}
      </span>
      <Button size="compact-xs" variant="default" onClick={() => onChange(asText(text, first))}>
        Make it a text
      </Button>
    </p>
  )
}

/** How large a text is as UTF-8, beside how large it may be: "1.2 of 32 KiB". */
function sizeOf(text: string, maxBytes: number): string {
  const kib = new TextEncoder().encode(text).length / 1_024
  const shown = kib === 0 ? '0' : kib < 0.1 ? 'under 0.1' : kib.toFixed(1)
  return `${shown} of ${maxBytes / 1_024} KiB`
}
