import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { QrCode } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'

const QrDialog = lazy(() => import('./QrDialog.tsx'))

/** Opens the QR code of a link. What draws and reads codes is loaded then. */
export function QrButton({ link }: { link: string }) {
  const [opened, { open, close }] = useDisclosure(false)
  const [wanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    open()
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<QrCode size={15} aria-hidden />}
        aria-haspopup="dialog"
        onClick={show}
      >
        QR code
      </Button>
      {wanted && (
        <Suspense>
          <QrDialog link={link} opened={opened} close={close} />
        </Suspense>
      )}
    </>
  )
}
