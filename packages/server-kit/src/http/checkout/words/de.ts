// German texts of the checkout pages.
import type { Words } from "./en.js";

export const de: Words = {
  languageName: "Deutsch",
  title_suffix: "Zahlung",
  skip_to_content: "Zur Zahlung springen",
  test_mode: "Testmodus",
  test_mode_note: "Dies ist eine Testzahlung. Es fließt kein Geld.",
  amount: "Betrag",
  order: "Bestellung",
  reference: "Verwendungszweck",
  language: "Sprache",
  powered_by: "Zahlungsseite von {name}",
  print: "Drucken",
  connection_encrypted: "Verschlüsselte Verbindung zu {host}",
  connection_open: "Nicht verschlüsselt: nur für Tests",
  about_heading: "Über diese Seite",
  about_operator: "{shop} nimmt Ihre Zahlung auf dieser Seite entgegen. Betreiber der Seite: {operator}.",
  about_data:
    "Gespeichert wird nur, was diese Zahlung braucht: Bestellung, Betrag sowie Ihr Name und Ihre E-Mail-Adresse, wenn {shop} sie übermittelt hat. Bankdaten, die Sie eingeben, werden verschlüsselt gespeichert. Es gibt kein Tracking.",
  about_shop: "Kontakt und Datenschutz des Shops: {link}",
  pay_by: "Zahlbar bis",
  items: "Ihre Bestellung",

  status_pending: "Zahlung ausstehend",
  status_scanning: "Bereit zum Scannen",
  status_transferring: "Zahlung läuft",
  status_confirming: "Wird bestätigt",
  status_completed: "Bezahlt",
  status_failed: "Nicht bezahlt",

  choose_heading: "Wie möchten Sie bezahlen?",
  choose_legend: "Zahlungsart",
  choose_continue: "Weiter",
  choose_required: "Bitte wählen Sie, wie Sie bezahlen möchten.",
  choose_other: "Andere Zahlungsart wählen",
  choose_none: "Diese Zahlung ist online derzeit nicht möglich. Bitte wenden Sie sich an {shop}.",
  method_qr_pay: "Mit QR-Code bezahlen",
  method_qr_pay_hint: "Mit der Banking-App scannen; alle Angaben sind schon ausgefüllt.",
  method_qr_pay_time: "Eingang in wenigen Sekunden oder innerhalb eines Bankarbeitstags",
  method_open_bank_transfer: "Über Ihre Bank bezahlen",
  method_open_bank_transfer_hint: "Bei Ihrer Bank anmelden und die Zahlung freigeben.",
  method_open_bank_transfer_time: "Meist in wenigen Sekunden bestätigt",
  method_card_processing: "Karte",
  method_card_processing_hint: "Ihre Kartendaten geben Sie auf der nächsten Seite ein.",
  method_card_processing_time: "Meist in wenigen Sekunden bestätigt",
  method_bank_transfer: "Überweisung",
  method_bank_transfer_hint: "Angaben in Ihr Online-Banking übernehmen.",
  method_bank_transfer_time: "Eingang innerhalb eines Bankarbeitstags, Echtzeitüberweisungen in wenigen Sekunden",
  notice_rejected:
    "Die Zahlung wurde abgelehnt, es wurde nichts abgebucht. Sie können es noch einmal versuchen oder eine andere Zahlungsart wählen.",
  notice_cancelled:
    "Die Zahlung wurde nicht abgeschlossen, es wurde nichts abgebucht. Sie können es noch einmal versuchen oder eine andere Zahlungsart wählen.",
  notice_rejected_maybe_paid:
    "Die Zahlung wurde abgelehnt. Falls Sie schon auf anderem Weg bezahlt haben, bezahlen Sie nicht noch einmal. Sonst können Sie es erneut versuchen oder eine andere Zahlungsart wählen.",
  notice_cancelled_maybe_paid:
    "Die Zahlung wurde nicht abgeschlossen. Falls Sie schon auf anderem Weg bezahlt haben, bezahlen Sie nicht noch einmal. Sonst können Sie es erneut versuchen oder eine andere Zahlungsart wählen.",
  notice_session_ended:
    "Die Zeit für die Freigabe ist abgelaufen, und uns liegt keine Zahlung vor. Sie können es noch einmal versuchen.",
  notice_session_expired:
    "Die Zeit für die Freigabe ist abgelaufen, es wurde nichts abgebucht. Sie können es noch einmal versuchen.",
  notice_provider_unavailable:
    "Ihre Bank ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal oder wählen Sie eine andere Zahlungsart.",
  notice_card_page_unavailable:
    "Die Kartenzahlung ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal oder wählen Sie eine andere Zahlungsart.",
  notice_method_unavailable: "Diese Zahlungsart gibt es für diese Zahlung nicht. Bitte wählen Sie eine andere.",

  qr_heading: "Zum Bezahlen scannen",
  qr_lead:
    "Öffnen Sie Ihre Banking-App, scannen Sie den Code und prüfen Sie Betrag und Empfänger, bevor Sie bestätigen.",
  qr_same_device:
    "Sie bezahlen auf diesem Gerät? Kopieren Sie die Angaben in Ihre Banking-App oder speichern Sie den Code und öffnen Sie ihn dort.",
  qr_label: "QR-Code für eine Überweisung von {amount} an {name}, IBAN {iban}, Verwendungszweck {reference}",
  qr_save: "Code speichern",
  qr_share: "Code teilen",
  qr_show: "QR-Code anzeigen",
  qr_as_text: "Code als Text anzeigen",
  transfer_heading: "Bitte überweisen Sie den Betrag",
  transfer_lead:
    "Übernehmen Sie diese Angaben genau so in Ihr Online-Banking. {shop} ordnet Ihre Zahlung über den Verwendungszweck zu.",
  details_heading: "Überweisungsdaten",
  account_holder: "Empfänger",
  iban: "IBAN",
  bic: "BIC",
  bank: "Bank",
  copy: "Kopieren",
  copy_what: "{what} kopieren",
  copied: "Kopiert",
  have_paid: "Ich habe überwiesen",
  waiting_heading: "Wir warten auf Ihre Überweisung",
  claimed_at: "Sie haben am {time} angegeben, dass Sie überwiesen haben. Sie müssen nichts weiter tun.",
  claimed_notice:
    "Sie haben am {time} angegeben, dass Sie überwiesen haben. Bezahlen Sie nur dann noch einmal, wenn das nicht stimmt.",
  waiting_lead:
    "Echtzeitüberweisungen sind in wenigen Sekunden da, andere innerhalb eines Bankarbeitstags. Sie können diese Seite schließen: {shop} wird benachrichtigt, sobald das Geld eingegangen ist.",
  show_details: "Überweisungsdaten noch einmal anzeigen",

  account_heading: "Ihr Bankkonto",
  account_lead: "Mit diesen Angaben bringen wir Sie zu Ihrer Bank. Dort geben Sie die Zahlung frei.",
  account_name: "Kontoinhaber",
  account_iban: "IBAN",
  account_iban_hint: "Zum Beispiel DE89 3704 0044 0532 0130 00",
  account_country: "Land Ihrer Bank",
  account_country_choose: "Land wählen",
  account_continue: "Weiter zu Ihrer Bank",
  account_privacy:
    "Ihre Angaben werden nur an den Zahlungsdienst Ihrer Bank übermittelt und verschlüsselt gespeichert.",
  error_heading: "Bitte prüfen Sie Ihre Angaben",
  error_name: "Geben Sie den Namen des Kontoinhabers ein, höchstens 70 Zeichen.",
  error_iban: "Das ist keine gültige IBAN. Bitte prüfen Sie jedes Zeichen.",
  error_account_refused:
    "Ihre Bank hat dieses Konto nicht angenommen. Geben Sie ein anderes an oder wählen Sie eine andere Zahlungsart.",
  error_country: "Wählen Sie das Land Ihrer Bank.",

  handover_heading: "Wir bringen Sie zu Ihrer Bank",
  handover_card_heading: "Wir bringen Sie zur Kartenzahlung",
  handover_lead: "Falls nichts passiert, wählen Sie „Weiter“.",
  handover_continue: "Weiter",
  at_bank_heading: "Schließen Sie die Zahlung bei Ihrer Bank ab",
  at_card_heading: "Schließen Sie die Kartenzahlung ab",
  at_provider_lead:
    "Ihre Zahlung ist dort geöffnet. Diese Seite aktualisiert sich automatisch, sobald sie abgeschlossen ist.",
  at_bank_continue: "Weiter zu Ihrer Bank",
  at_card_continue: "Weiter zur Kartenzahlung",
  back_note: "Nur wenn Sie die Zahlung noch nicht freigegeben haben.",

  confirming_heading: "Ihre Zahlung wird bestätigt",
  confirming_lead:
    "Das dauert meist wenige Sekunden. Sie können diese Seite schließen: {shop} erfährt das Ergebnis, sobald es feststeht.",
  unresolved_lead:
    "Ihre Bank hat noch keine endgültige Antwort gegeben. Bitte bezahlen Sie nicht ein zweites Mal: {shop} erfährt das Ergebnis, sobald es feststeht.",
  unresolved_card_lead:
    "Zu Ihrer Kartenzahlung liegt noch keine endgültige Antwort vor. Bitte bezahlen Sie nicht ein zweites Mal: {shop} erfährt das Ergebnis, sobald es feststeht.",
  partial_heading: "Ein Teil des Betrags ist eingegangen",
  partial_lead: "Bisher eingegangen: {received} von {amount}. Bitte wenden Sie sich wegen des Restbetrags an {shop}.",
  returned_heading: "Die Bank hat Ihre Zahlung zurückgegeben",
  returned_lead:
    "Das Geld wurde an Sie zurückgesendet. Bitte wenden Sie sich an {shop}, bevor Sie noch einmal bezahlen.",
  not_finished: "Zahlung bei der Bank noch nicht abgeschlossen?",
  not_finished_card: "Kartenzahlung noch nicht abgeschlossen?",

  paid_heading: "Zahlung abgeschlossen",
  paid_lead: "Sie haben {amount} an {shop} bezahlt.",
  paid_at: "Bezahlt am",
  paid_with: "Zahlungsart",
  paid_to: "Bezahlt an",
  receipt_number: "Belegnummer",
  with_qr_pay: "Überweisung per QR-Code",
  with_open_bank_transfer: "Online-Bankzahlung",
  with_card_processing: "Karte",
  with_bank_transfer: "Überweisung",
  declined_heading: "Zahlung fehlgeschlagen",
  declined_lead:
    "Die Zahlung wurde abgelehnt und kann hier nicht wiederholt werden. Gehen Sie zurück zu {shop}, um neu zu bestellen oder anders zu bezahlen.",
  cancelled_heading: "Zahlung abgebrochen",
  cancelled_lead: "Es wurde nichts abgebucht. Bei {shop} können Sie neu beginnen.",
  expired_heading: "Zahlungslink abgelaufen",
  expired_lead:
    "Diese Zahlung war zu lange offen. Bitte überweisen Sie dafür kein Geld mehr. Bei {shop} können Sie neu beginnen.",
  cancelled_transfer_lead:
    "Bitte überweisen Sie für diese Zahlung kein Geld mehr. Falls Sie schon bezahlt haben, wenden Sie sich bitte an {shop}.",
  ended_claimed_lead:
    "Sie haben am {time} angegeben, dass Sie überwiesen haben. Wenn das stimmt, wenden Sie sich bitte an {shop}, bevor Sie noch einmal bezahlen.",
  back_to_shop: "Zurück zu {shop}",
  close_page: "Sie können diese Seite schließen.",

  cancel_link: "Zahlung abbrechen",
  cancel_heading: "Diese Zahlung abbrechen?",
  cancel_lead: "Die Zahlung wird damit endgültig beendet. Wenn Sie schon überwiesen haben, brechen Sie bitte nicht ab.",
  cancel_confirm: "Ja, Zahlung abbrechen",
  cancel_keep: "Nein, weiter bezahlen",

  unknown_heading: "Wir können diese Zahlung nicht finden",
  unknown_lead:
    "Bitte prüfen Sie, ob Sie den ganzen Link geöffnet haben, oder gehen Sie zurück zum Shop und beginnen Sie neu.",
  error_page_heading: "Etwas ist schiefgegangen",
  error_page_lead:
    "Bitte gehen Sie zurück und versuchen Sie es noch einmal. Falls Sie schon bezahlt haben, bezahlen Sie nicht noch einmal.",
  error_number: "Anfrage-ID",
  busy_heading: "Bitte versuchen Sie es gleich noch einmal",
  busy_lead: "Die Seite ist gleich wieder erreichbar. Falls Sie schon bezahlt haben, bezahlen Sie nicht noch einmal.",
  try_again: "Erneut versuchen",
  nothing_heading: "Diese Seite gibt es nicht",
  nothing_lead: "Prüfen Sie die Adresse oder gehen Sie zurück zum Shop und öffnen Sie die Zahlung von dort.",

  simulate_heading: "Testmodus: Bank simulieren",
  simulate_lead: "Was soll mit dieser Zahlung geschehen? Es fließt kein Geld.",
  simulate_full: "Der volle Betrag geht ein",
  simulate_partial: "Ein Teilbetrag geht ein",
  simulate_reject: "Die Bank lehnt ab",
};
