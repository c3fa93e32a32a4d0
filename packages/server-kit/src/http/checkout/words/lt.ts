// What the checkout says in Lithuanian.
import type { Words } from "./en.js";

export const lt: Words = {
  languageName: "Lietuvių",
  title_suffix: "Saugus mokėjimas",
  skip_to_content: "Pereiti prie mokėjimo",
  test_mode: "Bandomasis režimas",
  test_mode_note: "Tai bandomasis mokėjimas. Pinigai nepervedami.",
  amount: "Suma",
  order: "Užsakymas",
  reference: "Mokėjimo paskirtis",
  language: "Kalba",
  powered_by: "Mokėjimo puslapį teikia {name}",
  print: "Spausdinti",

  status_pending: "Laukiama jūsų",
  status_scanning: "Laukiama, kol bus nuskaitytas kodas",
  status_transferring: "Pervedama",
  status_confirming: "Tvirtinama",
  status_completed: "Apmokėta",
  status_failed: "Neapmokėta",

  choose_heading: "Kaip norite mokėti?",
  choose_legend: "Mokėjimo būdas",
  choose_continue: "Tęsti",
  choose_required: "Pasirinkite, kaip norite mokėti.",
  choose_other: "Pasirinkti kitą mokėjimo būdą",
  choose_none: "Šiuo metu mokėti internetu negalima. Susisiekite su {shop}.",
  method_qr_pay: "Nuskaityti QR kodą",
  method_qr_pay_hint: "Banko programėle, visi duomenys jau įrašyti",
  method_open_bank_transfer: "Mokėti savo banke",
  method_open_bank_transfer_hint: "Prisijunkite prie banko ir patvirtinkite mokėjimą",
  method_card_processing: "Kortelė",
  method_card_processing_hint: "Kortelių paslaugos puslapyje",
  method_bank_transfer: "Banko pavedimas",
  method_bank_transfer_hint: "Nukopijuokite duomenis į internetinę bankininkystę",
  notice_rejected:
    "Mokėjimas atmestas, pinigai nenuskaityti. Galite bandyti dar kartą arba pasirinkti kitą mokėjimo būdą.",
  notice_cancelled:
    "Mokėjimas nebaigtas, pinigai nenuskaityti. Galite bandyti dar kartą arba pasirinkti kitą mokėjimo būdą.",
  notice_session_expired: "Laikas banke baigėsi, pinigai nenuskaityti. Galite bandyti dar kartą.",
  notice_provider_unavailable:
    "Jūsų bankas šiuo metu nepasiekiamas. Netrukus bandykite dar kartą arba pasirinkite kitą mokėjimo būdą.",
  notice_method_unavailable: "Šio mokėjimo būdo šiam mokėjimui nėra. Pasirinkite kitą.",

  qr_heading: "Nuskaitykite ir sumokėkite",
  qr_lead:
    "Atverkite banko programėlę, pasirinkite „Nuskaityti kodą“ ir prieš tvirtindami patikrinkite sumą bei gavėją.",
  qr_same_device:
    "Mokate šiuo įrenginiu? Įrašykite kodą ir atverkite jį banko programėlėje arba nukopijuokite toliau esančius duomenis.",
  qr_label: "QR kodas pavedimui: suma {amount}, gavėjas {name}, IBAN {iban}, mokėjimo paskirtis {reference}",
  qr_save: "Įrašyti kodą",
  qr_share: "Bendrinti kodą",
  qr_as_text: "Kodas kaip tekstas",
  transfer_heading: "Perveskite sumą",
  transfer_lead:
    "Internetinėje bankininkystėje įrašykite tiksliai šiuos duomenis. Iš mokėjimo paskirties {shop} atpažins jūsų mokėjimą.",
  details_heading: "Pavedimo duomenys",
  account_holder: "Gavėjas",
  iban: "IBAN",
  bic: "BIC",
  bank: "Bankas",
  copy: "Kopijuoti",
  copy_what: "Kopijuoti: {what}",
  copied: "Nukopijuota",
  have_paid: "Pavedimą atlikau",
  waiting_heading: "Laukiame jūsų pavedimo",
  waiting_lead:
    "Momentiniai pavedimai ateina per kelias sekundes, kiti – kitą darbo dieną. {shop} sužinos, kai tik pinigai ateis, todėl šį puslapį galite užverti.",
  show_details: "Dar kartą rodyti pavedimo duomenis",

  account_heading: "Jūsų banko sąskaita",
  account_lead: "Su šiais duomenimis nukreipsime jus į banką. Ten patvirtinsite mokėjimą.",
  account_name: "Sąskaitos savininkas",
  account_iban: "IBAN",
  account_iban_hint: "Pavyzdžiui, DE89 3704 0044 0532 0130 00",
  account_country: "Jūsų banko šalis",
  account_country_choose: "Pasirinkite šalį",
  account_continue: "Tęsti banke",
  account_privacy: "Jūsų duomenys perduodami tik banko mokėjimo paslaugai ir saugomi užšifruoti.",
  error_heading: "Patikrinkite įvestus duomenis",
  error_name: "Įrašykite sąskaitos savininko vardą, ne daugiau kaip 70 ženklų.",
  error_iban: "Toks IBAN negalioja. Patikrinkite kiekvieną ženklą.",
  error_country: "Pasirinkite savo banko šalį.",

  handover_heading: "Nukreipiame jus į banką",
  handover_card_heading: "Nukreipiame jus į kortelės puslapį",
  handover_lead: "Jei nieko nevyksta, spauskite mygtuką.",
  handover_continue: "Tęsti",
  at_bank_heading: "Užbaikite mokėjimą savo banke",
  at_card_heading: "Užbaikite mokėjimą kortelės puslapyje",
  at_provider_lead: "Ten atvertas jūsų mokėjimas. Kai jis bus baigtas, šis puslapis atsinaujins pats.",
  at_bank_continue: "Tęsti banke",
  at_card_continue: "Tęsti kortelės puslapyje",
  back_note: "Tik jei mokėjimo dar nepatvirtinote.",

  confirming_heading: "Tvirtiname jūsų mokėjimą",
  confirming_lead:
    "Paprastai tai trunka kelias sekundes. Šį puslapį galite užverti: {shop} sužinos rezultatą, kai tik jis bus aiškus.",
  unresolved_lead:
    "Jūsų bankas dar nedavė galutinio atsakymo. Nemokėkite antrą kartą: {shop} sužinos rezultatą, kai tik jis bus aiškus.",
  partial_lead:
    "Kol kas gauta {received} iš {amount}. Likusią dalį perveskite su ta pačia mokėjimo paskirtimi arba susisiekite su {shop}.",
  not_finished: "Banke nebaigėte?",

  paid_heading: "Sumokėta",
  paid_lead: "Sumokėjote {amount}. Gavėjas: {shop}.",
  declined_heading: "Sumokėti nepavyko",
  declined_lead:
    "Mokėjimas atmestas ir čia jo pakartoti negalima. Grįžkite į {shop} ir užsisakykite iš naujo arba mokėkite kitaip.",
  cancelled_heading: "Mokėjimas atšauktas",
  cancelled_lead: "Pinigai nenuskaityti. Pradėti iš naujo galite čia: {shop}.",
  expired_heading: "Mokėjimo nuoroda nebegalioja",
  expired_lead:
    "Šis mokėjimas buvo atviras per ilgai. Už jį pinigų nebeperveskite. Pradėti iš naujo galite čia: {shop}.",
  back_to_shop: "Grįžti į {shop}",
  close_page: "Šį puslapį galite užverti.",

  cancel_link: "Atšaukti mokėjimą",
  cancel_heading: "Atšaukti šį mokėjimą?",
  cancel_lead: "Mokėjimas bus baigtas visam laikui. Jei pavedimą jau atlikote, neatšaukite.",
  cancel_confirm: "Taip, atšaukti mokėjimą",
  cancel_keep: "Ne, mokėti toliau",

  unknown_heading: "Ši nuoroda neveda į mokėjimą",
  unknown_lead: "Patikrinkite, ar atvėrėte visą nuorodą, arba grįžkite į parduotuvę ir pradėkite iš naujo.",
  error_page_heading: "Kažkas nepavyko",
  error_page_lead: "Šis žingsnis pinigų nenuskaitė. Grįžkite atgal ir bandykite dar kartą.",
  busy_heading: "Netrukus bandykite dar kartą",

  sandbox_heading: "Pasirinkite rezultatą",
  simulate_heading: "Bandomasis režimas: suvaidinkite banką",
  simulate_lead: "Kas turi nutikti šiam mokėjimui? Pinigai nepervedami.",
  simulate_full: "Ateina visa suma",
  simulate_partial: "Ateina dalis",
  simulate_reject: "Bankas atmeta",
};
