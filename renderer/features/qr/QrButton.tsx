import { useDisclosure } from '@mantine/hooks'
import { QrCode } from 'lucide-react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { QrDialog } from './QrDialog.tsx'

interface QrButtonProps {
  link: string
  /** The profile whose QR style is used. */
  profileId: string
}

/** Opens a link's QR code. */
export function QrButton(props: QrButtonProps) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <ActionButton icon={QrCode} aria-haspopup="dialog" onClick={open}>
        QR code
      </ActionButton>
      <QrDialog {...props} opened={opened} close={close} />
    </>
  )
}
