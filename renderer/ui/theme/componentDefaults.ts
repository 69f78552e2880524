import type { MantineThemeComponents } from '@mantine/core'
import type { KeyboardEvent, MouseEvent } from 'react'
import { renderTag } from '../renderTag.tsx'
import styles from './components.module.css'

const closeLabel = { 'aria-label': 'Close' }

function forgetFile({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  currentTarget.value = ''
}

/**
 * Closes a menu when Tab is pressed, so that the focus moves on from the menu's button, as in the system's own menus.
 * Mantine would keep the focus in the menu.
 */
function closeMenuOnTab({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key !== 'Tab' || currentTarget.id === '') return
  const button = document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(currentTarget.id)}"]`)
  button?.focus()
  button?.click()
}

/** Default props and styles of Mantine's components. */
export const componentDefaults: MantineThemeComponents = {
  Button: { classNames: { root: styles['button'], loader: styles['loader'] } },
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  Input: { classNames: { wrapper: styles['inputWrapper'], input: styles['input'] } },
  InputWrapper: {
    defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] },
    classNames: { label: styles['label'], description: styles['description'], error: styles['error'] },
  },
  // Most are for addresses, keys and names: neither the browser's spelling nor what it remembers helps.
  TextInput: { defaultProps: { spellCheck: false, autoComplete: 'off' } },
  TagsInput: { defaultProps: { renderPill: renderTag }, classNames: { inputField: styles['inputField'] } },
  // Closed lists of options take a tenth of the time until the form is ready.
  Combobox: { defaultProps: { keepMounted: false } },
  Select: { defaultProps: { allowDeselect: false } },
  // Also applies inside a colour field, which cannot set these labels.
  ColorPicker: { defaultProps: { saturationLabel: 'Saturation and brightness', hueLabel: 'Hue' } },
  Checkbox: {
    defaultProps: { size: 'xs', radius: 'xs' },
    classNames: { input: styles['check'], description: styles['choiceDescription'] },
  },
  Radio: {
    defaultProps: { size: 'xs' },
    classNames: { radio: styles['check'], description: styles['choiceDescription'] },
  },
  SegmentedControl: {
    defaultProps: { size: 'xs', transitionDuration: 120 },
    classNames: {
      root: styles['segmented'],
      label: styles['segmentedLabel'],
      indicator: styles['segmentedIndicator'],
    },
  },
  // Otherwise nothing happens if a file is chosen again, such as one that was corrected meanwhile.
  FileButton: { defaultProps: { inputProps: { onClick: forgetFile } } },
  Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 80 } } },
  Menu: {
    defaultProps: {
      shadow: 'md',
      transitionProps: { duration: 80 },
      offset: 4,
      // The placeholder is not a menu item, which is invalid in a menu; the first item gets the focus instead.
      withInitialFocusPlaceholder: false,
      // Render a menu in the landmark of its button.
      withinPortal: false,
    },
    classNames: { itemLabel: styles['menuItemLabel'] },
  },
  MenuDropdown: { defaultProps: { onKeyDown: closeMenuOnTab } },
  Modal: {
    defaultProps: { radius: 'lg', transitionProps: { duration: 120 } },
    classNames: {
      title: styles['drawerTitle'],
      content: styles['modalContent'],
      body: styles['modalBody'],
    },
  },
  ModalCloseButton: { defaultProps: closeLabel },
  DrawerCloseButton: { defaultProps: closeLabel },
  Drawer: {
    defaultProps: { transitionProps: { duration: 140 } },
    classNames: { header: styles['drawerHeader'], title: styles['drawerTitle'] },
  },
  Table: {
    defaultProps: {
      horizontalSpacing: 10,
      borderColor: 'var(--line)',
      highlightOnHoverColor: 'var(--hover)',
    },
    classNames: { table: styles['table'], thead: styles['tableHead'], tbody: styles['tableBody'] },
  },
  Tabs: { classNames: { tab: styles['tab'] } },
  Notification: {
    defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' }, withBorder: true },
    classNames: { body: styles['toastText'], description: styles['toastText'] },
  },
  Pill: { classNames: { root: styles['pill'], label: styles['pillLabel'] } },
  Kbd: { classNames: { root: styles['kbd'] } },
}
