import { Button, type ButtonProps } from '@mantine/core'
import { Download } from 'lucide-react'
import { memo } from 'react'
import { useLazyDialog } from '../../ui/useLazyDialog.ts'
import { ExportDialog, type Exportable } from './ExportDialog.tsx'

interface ExportButtonProps extends Pick<ButtonProps, 'size' | 'disabled'> {
  links: Exportable
}

/** Opens the export dialog, which is loaded on first use. */
export const ExportButton = memo(function ExportButton({ links, ...button }: ExportButtonProps) {
  const { opened, wasOpened, show, close } = useLazyDialog()
  return (
    <>
      <Button
        {...button}
        variant="default"
        aria-haspopup="dialog"
        leftSection={<Download size={button.size ? 14 : 15} aria-hidden />}
        onClick={show}
      >
        Export…
      </Button>
      {wasOpened && <ExportDialog links={links} opened={opened} close={close} />}
    </>
  )
})
