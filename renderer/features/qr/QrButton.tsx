import { QrCode } from 'lucide-react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { useLazyDialog } from '../../ui/useLazyDialog.ts'
import { QrDialog } from './QrDialog.tsx'

interface QrButtonProps {
  link: string
  /** The profile whose QR style is used. */
  profileId: string
}

/** Opens a link's QR code. The code that draws and reads QR codes is loaded on first use. */
export function QrButton(props: QrButtonProps) {
  const { opened, wasOpened, show, close } = useLazyDialog()
  return (
    <>
      <ActionButton icon={QrCode} aria-haspopup="dialog" onClick={show}>
        QR code
      </ActionButton>
      {wasOpened && <QrDialog {...props} opened={opened} close={close} />}
    </>
  )
}
