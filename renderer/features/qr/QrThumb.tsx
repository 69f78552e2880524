import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMemo } from 'react'
import { encodeModules } from '../../../contract/app/qr/modules.ts'
import { renderSvg } from '../../../contract/app/qr/svg.ts'
import { plainDesign } from './design.ts'
import { QrDialog } from './QrDialog.tsx'

interface QrThumbProps {
  link: string
  /** The profile whose QR style is used when it is opened. */
  profileId: string
}

/** Width in pixels. */
const size = 88

/** Shows a link's QR code in black and white, and opens it with its style. */
export function QrThumb(props: QrThumbProps) {
  const { link } = props
  const [opened, { open, close }] = useDisclosure(false)
  const address = useMemo(() => {
    const modules = encodeModules(link, plainDesign)
    return modules && `data:image/svg+xml,${encodeURIComponent(renderSvg(modules, plainDesign, 3))}`
  }, [link])
  if (address === null) return null
  return (
    <>
      <UnstyledButton
        aria-haspopup="dialog"
        aria-label={`QR code of ${link}`}
        title="QR code"
        h={size}
        onClick={open}
      >
        <img src={address} alt="" width={size} height={size} />
      </UnstyledButton>
      <QrDialog {...props} opened={opened} close={close} />
    </>
  )
}
