; The app registers the scheme of its addresses for the person at each start; only a real uninstall removes it, no update.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\linkwright"
  ${endIf}
!macroend
