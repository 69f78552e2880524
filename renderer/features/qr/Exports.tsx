import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveBlob } from '../../ui/saveFile.ts'
import { Verdict } from './Verdict.tsx'
import type { QrFault, QrVerdict } from './check.ts'
import { exportFile } from './exportFile.ts'
import type { Drawing } from './exportFile.ts'
import { fileName } from './print.ts'
import styles from './qr.module.css'

type Kind = 'svg' | 'png'

interface ExportsProps {
  drawing: Omit<Drawing, 'modules'>
  verdict: QrVerdict
}

interface Refused {
  drawing: ExportsProps['drawing']
  fault: QrFault
}

/** Saves the code. The very file is decoded first; one that does not read is not saved. */
export function Exports({ drawing, verdict }: ExportsProps) {
  const [refused, setRefused] = useState<Refused | null>(null)
  // Of another drawing it says nothing.
  const fault = refused?.drawing === drawing ? refused.fault : null
  const save = async (kind: Kind) => {
    if (!verdict.ok) return
    const exported = await exportFile({ ...drawing, modules: verdict.modules }, kind)
    if (exported.ok) saveBlob(fileName(drawing.link, drawing.centimetres, kind), exported.file)
    else setRefused({ drawing, fault: exported.fault })
  }
  return (
    <>
      {fault && <Verdict verdict={{ ok: false, fault, modules: verdict.modules }} />}
      <div className={styles['exports']}>
        {kinds.map(({ kind, label, variant }) => (
          <Button
            key={kind}
            variant={variant}
            disabled={!verdict.ok}
            leftSection={<Download size={15} aria-hidden />}
            onClick={() => void save(kind)}
          >
            {label}
          </Button>
        ))}
        <span className={styles['note']}>SVG for print shops, PNG for everything else.</span>
      </div>
    </>
  )
}

const kinds = [
  { kind: 'png', label: 'Save PNG', variant: 'filled' },
  { kind: 'svg', label: 'Save SVG', variant: 'default' },
] as const
