import { Button, SegmentedControl } from '@mantine/core'
import { AlignLeft } from 'lucide-react'
import { Suspense, lazy, useId, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Remark } from '../../link/Remark.tsx'
import { useField } from '../../link/FormContext.tsx'
import { useShownFault } from '../../link/useShownFault.ts'
import { Rows } from './Rows.tsx'
import { UnsafeNumbers } from './UnsafeNumbers.tsx'
import { formatJson } from './formatJson.ts'
import { sizeOf } from './size.ts'
import { isTree } from './tree.ts'
import styles from './data.module.css'

const JsonEditor = lazy(() => import('./JsonEditor.tsx'))

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
          <JsonEditor text={data} onChange={setData} invalid={fault !== undefined} describedBy={messages} />
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
