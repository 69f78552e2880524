import { useMemo } from 'react'
import type { QrDesign } from './design.ts'
import type { QrModules } from './modules.ts'
import { svgOf } from './svg.ts'
import styles from './qr.module.css'

interface QrPreviewProps {
  link: string
  design: QrDesign
  modules: QrModules | null
}

/** The code as it will be saved, quiet zone and all. */
export function QrPreview({ link, design, modules }: QrPreviewProps) {
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
