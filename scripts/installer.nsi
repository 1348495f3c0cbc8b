; The installation of Tauri's NSIS template, without its pages and its own plugin, to run the hooks of
; src-tauri/installer.nsh under Wine. `scripts/check-installer` writes config.nsh from the configuration of the bundle:
; PRODUCTNAME, VERSION, MANUFACTURER, MAINBINARYNAME and the macros EACH_FILE and EACH_ASSOCIATION.

Unicode true
Target amd64-unicode
RequestExecutionLevel user
SetCompressor zlib

!include LogicLib.nsh
!include "${CONFIG}"

!define UNINSTKEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${PRODUCTNAME}"
!define MANUPRODUCTKEY "Software\${MANUFACTURER}\${PRODUCTNAME}"

Name "${PRODUCTNAME}"
OutFile "${OUTFILE}"
InstallDir "$LOCALAPPDATA\${PRODUCTNAME}"
InstallDirRegKey HKCU "${MANUPRODUCTKEY}" ""

!macro UPDATEFILEASSOC
  System::Call "shell32::SHChangeNotify(i, i, p, p) (0x08000000, 0x1000, 0, 0)"
!macroend

!include "${HOOKS}"

!macro INSTALL_FILE SOURCE NAME
  File "/oname=${NAME}" "${SOURCE}"
!macroend

!macro REMOVE_FILE SOURCE NAME
  Delete "$INSTDIR\${NAME}"
!macroend

!macro ASSOCIATE EXT CLASS DESCRIPTION
  ReadRegStr $R0 SHCTX "Software\Classes\.${EXT}" ""
  WriteRegStr SHCTX "Software\Classes\.${EXT}" "${CLASS}_backup" "$R0"
  WriteRegStr SHCTX "Software\Classes\.${EXT}" "" "${CLASS}"
  WriteRegStr SHCTX "Software\Classes\${CLASS}" "" "${DESCRIPTION}"
  WriteRegStr SHCTX "Software\Classes\${CLASS}\DefaultIcon" "" "$INSTDIR\${MAINBINARYNAME}.exe,0"
  WriteRegStr SHCTX "Software\Classes\${CLASS}\shell" "" "open"
  WriteRegStr SHCTX "Software\Classes\${CLASS}\shell\open" "" "Open with ${PRODUCTNAME}"
  WriteRegStr SHCTX "Software\Classes\${CLASS}\shell\open\command" "" '$INSTDIR\${MAINBINARYNAME}.exe "%1"'
!macroend

!macro UNASSOCIATE EXT CLASS DESCRIPTION
  ReadRegStr $R0 SHCTX "Software\Classes\.${EXT}" "${CLASS}_backup"
  WriteRegStr SHCTX "Software\Classes\.${EXT}" "" "$R0"
  DeleteRegKey SHCTX "Software\Classes\${CLASS}"
!macroend

Section Install
  SetOutPath $INSTDIR
  !insertmacro NSIS_HOOK_PREINSTALL
  !insertmacro EACH_FILE INSTALL_FILE
  !insertmacro EACH_ASSOCIATION ASSOCIATE
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr SHCTX "${MANUPRODUCTKEY}" "" $INSTDIR
  WriteRegStr SHCTX "${UNINSTKEY}" "DisplayName" "${PRODUCTNAME}"
  WriteRegStr SHCTX "${UNINSTKEY}" "DisplayIcon" '"$INSTDIR\${MAINBINARYNAME}.exe"'
  WriteRegStr SHCTX "${UNINSTKEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTKEY}" "Publisher" "${MANUFACTURER}"
  WriteRegStr SHCTX "${UNINSTKEY}" "InstallLocation" '"$INSTDIR"'
  WriteRegStr SHCTX "${UNINSTKEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  CreateShortcut "$SMPROGRAMS\${PRODUCTNAME}.lnk" "$INSTDIR\${MAINBINARYNAME}.exe"
  !insertmacro NSIS_HOOK_POSTINSTALL
SectionEnd

Section Uninstall
  !insertmacro NSIS_HOOK_PREUNINSTALL
  !insertmacro EACH_FILE REMOVE_FILE
  !insertmacro EACH_ASSOCIATION UNASSOCIATE
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${PRODUCTNAME}.lnk"
  DeleteRegKey SHCTX "${UNINSTKEY}"
  !insertmacro NSIS_HOOK_POSTUNINSTALL
SectionEnd
