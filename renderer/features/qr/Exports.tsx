import { Download } from 'lucide-react'
import { useState } from 'react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { CopyAction } from '../../ui/CopyButton.tsx'
import { copyImage } from '../../ui/copyText.ts'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { saveBlob } from '../../ui/saveFile.ts'
import { showToast } from '../../ui/toast.ts'
import { QrCheckView } from './QrCheckView.tsx'
import type { QrFailure, QrCheck } from './check.ts'
import { exportFile, type Drawing } from './exportFile.ts'
import { fileName } from './print.ts'
import { QuietText } from '../../ui/variants.ts'

type Kind = 'svg' | 'png'

interface ExportsProps {
  drawing: Omit<Drawing, 'modules'>
  check: QrCheck
}

interface RejectedDrawing {
  drawing: ExportsProps['drawing']
  failure: QrFailure
}

/** Saves or copies the code. The exact file is decoded first; an unreadable code is never saved. */
export function Exports({ drawing, check }: ExportsProps) {
  const [refused, setRefused] = useState<RejectedDrawing | null>(null)
  // An error applies only to the drawing that was checked.
  const failure = refused?.drawing === drawing ? refused.failure : null
  const make = async (kind: Kind): Promise<Blob | null> => {
    if (!check.ok) return null
    const exported = await exportFile({ ...drawing, modules: check.modules }, kind)
    if (exported.ok) return exported.file
    setRefused({ drawing, failure: exported.failure })
    return null
  }
  const save = async (kind: Kind) => {
    try {
      const file = await make(kind)
      if (file) saveBlob(fileName(drawing.link, drawing.design.centimetres, kind), file)
    } catch {
      const message = `The ${kind.toUpperCase()} couldn’t be created. Try a smaller size or the other format.`
      showToast({ role: 'alert', message })
    }
  }
  const copy = async () => {
    const picture = await make('png')
    return picture !== null && (await copyImage(picture))
  }
  return (
    <>
      {failure && <QrCheckView check={{ ok: false, failure, modules: check.modules }} />}
      <DialogFooter>
        {kinds.map(({ kind, label, variant }) => (
          <ActionButton
            key={kind}
            variant={variant}
            disabled={!check.ok}
            icon={Download}
            onClick={() => void save(kind)}
          >
            {label}
          </ActionButton>
        ))}
        <CopyAction label="Copy image" variant="default" disabled={!check.ok} copy={copy} />
        <QuietText span flex={1} ml={4} fz="xs">
          SVG for print shops, PNG for everything else.
        </QuietText>
      </DialogFooter>
    </>
  )
}

const kinds = [
  { kind: 'png', label: 'Save PNG', variant: 'filled' },
  { kind: 'svg', label: 'Save SVG', variant: 'default' },
] as const
