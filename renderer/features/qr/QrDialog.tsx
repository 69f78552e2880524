import { Modal } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Exports } from './Exports.tsx'
import { LogoField } from './LogoField.tsx'
import { SizeField } from './SizeField.tsx'
import { SquareColor } from './SquareColor.tsx'
import { Verdict } from './Verdict.tsx'
import { checkQr } from './check.ts'
import { plainDesign } from './design.ts'
import type { QrDesign } from './design.ts'
import { pixelsFor } from './print.ts'
import type { PrintSize } from './print.ts'
import { svgOf } from './svg.ts'
import type { QrModules } from './modules.ts'
import styles from './qr.module.css'

interface QrDialogProps {
  link: string
  opened: boolean
  close: () => void
}

/** The QR code of a link: how it looks, whether it reads, and the files to print. */
export default function QrDialog({ link, opened, close }: QrDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={760}
      title="QR code"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: styles['title'] ?? '' }}
    >
      <Designer link={link} />
    </Modal>
  )
}

function Designer({ link }: { link: string }) {
  const [design, setDesign] = useState<QrDesign>(plainDesign)
  const [centimetres, setCentimetres] = useState<PrintSize>(3)
  const verdict = useMemo(() => checkQr(link, design, pixelsFor(centimetres)), [link, design, centimetres])
  const drawing = useMemo(() => ({ link, design, centimetres }), [link, design, centimetres])
  const change = (part: Partial<QrDesign>) => setDesign((old) => ({ ...old, ...part }))
  return (
    <div className={styles['designer']}>
      <QrPreview link={link} design={design} modules={verdict.modules} />
      <div className={styles['controls']}>
        <div className={styles['colors']}>
          <SquareColor
            label="Squares"
            value={design.foreground}
            swatches={inks}
            onChange={(foreground) => change({ foreground })}
          />
          <SquareColor
            label="Background"
            value={design.background}
            swatches={papers}
            onChange={(background) => change({ background })}
          />
        </div>
        <LogoField design={design} change={change} />
        <SizeField value={centimetres} onChange={setCentimetres} modules={verdict.modules} />
      </div>
      <div className={styles['end']}>
        <Verdict verdict={verdict} />
        <Exports drawing={drawing} verdict={verdict} />
      </div>
    </div>
  )
}

const inks = ['#000000', '#1b2f7d', '#0f4a30', '#82181d', '#6b3600']
const papers = ['#ffffff', '#f6f6f4', '#eef2ff', '#e9f6ef', '#fff3e0']

interface QrPreviewProps {
  link: string
  design: QrDesign
  modules: QrModules | null
}

/** The code as it will be saved, quiet zone and all. */
function QrPreview({ link, design, modules }: QrPreviewProps) {
  const address = useMemo(
    () => modules && `data:image/svg+xml,${encodeURIComponent(svgOf(modules, design, 10))}`,
    [design, modules],
  )
  return (
    <figure className={styles['preview']}>
      {address === null ? (
        <div className={styles['none']} />
      ) : (
        <img src={address} alt={`QR code of ${link}`} width={280} height={280} />
      )}
      <figcaption>{link}</figcaption>
    </figure>
  )
}
