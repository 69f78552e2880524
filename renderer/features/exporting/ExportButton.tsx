import { Button, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Download } from 'lucide-react'
import { memo } from 'react'
import { ExportDialog, type Exportable } from './ExportDialog.tsx'

interface ExportButtonProps extends Pick<ButtonProps, 'size' | 'disabled'> {
  links: Exportable
}

/** Opens the export dialog. */
export const ExportButton = memo(function ExportButton({ links, ...button }: ExportButtonProps) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        {...button}
        variant="default"
        aria-haspopup="dialog"
        leftSection={<Download size={button.size ? 14 : 15} />}
        onClick={open}
      >
        Export…
      </Button>
      <ExportDialog links={links} opened={opened} close={close} />
    </>
  )
})
